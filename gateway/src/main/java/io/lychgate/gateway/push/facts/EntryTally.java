package io.lychgate.gateway.push.facts;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of the pushes and hints of one manifest entry, and the ledger's verdict on it. All event loops count into it without a
 * lock. It outlives the index, so that publishing a revision keeps the counts.
 *
 * <p>It has two sets of counts: one of all page views, and one for the ledger's judgement. The latter takes one view of each client
 * per period.
 */
public final class EntryTally {
  private final LongAdder[] counts = adders();
  private final LongAdder[] judged = adders();
  private final AtomicReference<@Nullable DistinctClients> clients = new AtomicReference<>();
  private volatile int clientsExpected = 1;
  private volatile boolean demoted;

  public EntryTally() {}

  private static LongAdder[] adders() {
    LongAdder[] made = new LongAdder[TallyCount.values().length];
    for (int i = 0; i < made.length; i++) {
      made[i] = new LongAdder();
    }
    return made;
  }

  public void count(TallyCount what) {
    counts[what.place()].increment();
  }

  public void add(TallyCount what, long amount) {
    counts[what.place()].add(amount);
  }

  public long get(TallyCount what) {
    return counts[what.place()].sum();
  }

  /**
   * Claims the one view that a client has in a period.
   *
   * @param client keyed hash of its address
   * @return false if the client has used its view
   */
  public boolean claim(long client) {
    DistinctClients seen = clients.get();
    if (seen == null) {
      DistinctClients made = new DistinctClients(clientsExpected);
      seen = clients.compareAndSet(null, made) ? made : clients.get();
    }
    // If a period ends at this moment, there is no set; this view then counts in neither period.
    return seen != null && seen.add(client);
  }

  /** Gives back a claimed view that is no evidence about the entry. */
  public void release(long client) {
    DistinctClients seen = clients.get();
    if (seen != null) {
      seen.remove(client);
    }
  }

  /** Begins a period: each client has one view again. */
  public void beginPeriod() {
    clients.set(null);
  }

  /** Sets the approximate number of clients that a judgement needs. Takes effect with the next period. */
  public void expectClients(int number) {
    if (clientsExpected != number) {
      clientsExpected = number;
    }
  }

  /** Counts an outcome for a claimed view. */
  public void judge(TallyCount what) {
    judged[what.place()].increment();
  }

  /** Returns a count of claimed views only. */
  public long judged(TallyCount what) {
    return judged[what.place()].sum();
  }

  /** Returns true if the ledger has stopped the entry from being sent early. */
  public boolean isDemoted() {
    return demoted;
  }

  public void demote(boolean verdict) {
    demoted = verdict;
  }
}
