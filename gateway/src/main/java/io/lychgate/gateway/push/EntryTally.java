package io.lychgate.gateway.push;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What became of the pushes and hints of one manifest entry, and the verdict on it. All event loops count into it without a
 * lock; it outlives the index, so that a publication does not forget.
 *
 * <p>It has two sets of counts: one of all views, and one for the ledger's judgement, with one view of each client in
 * a period.
 */
public final class EntryTally {
  private final LongAdder[] counts = adders();
  private final LongAdder[] judged = adders();
  private final AtomicReference<@Nullable DistinctClients> clients = new AtomicReference<>();
  private volatile int clientsExpected = 1;
  private volatile boolean demoted;

  EntryTally() {}

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
   * @return false if it has had it
   */
  public boolean claim(long client) {
    DistinctClients seen = clients.get();
    if (seen == null) {
      DistinctClients made = new DistinctClients(clientsExpected);
      seen = clients.compareAndSet(null, made) ? made : clients.get();
    }
    // A period that ends just now leaves none: this view counts in neither.
    return seen != null && seen.add(client);
  }

  /** Returns a claimed view, because it is no evidence about the entry. */
  public void release(long client) {
    DistinctClients seen = clients.get();
    if (seen != null) {
      seen.remove(client);
    }
  }

  /** Begins a period: each client has a view again. */
  public void beginPeriod() {
    clients.set(null);
  }

  /** Sets the approximate number of clients that a judgement needs. Effective from the next period on. */
  public void expectClients(int number) {
    if (clientsExpected != number) {
      clientsExpected = number;
    }
  }

  /** Counts an outcome for a claimed view. */
  public void judge(TallyCount what) {
    judged[what.place()].increment();
  }

  /** Counts of claimed views only. */
  public long judged(TallyCount what) {
    return judged[what.place()].sum();
  }

  /** Whether the ledger keeps it from being sent. */
  public boolean isDemoted() {
    return demoted;
  }

  public void demote(boolean verdict) {
    demoted = verdict;
  }
}
