package io.lychgate.gateway.push;

import java.util.concurrent.atomic.LongAdder;

/**
 * What became of the pushes and hints of one manifest entry, and the verdict on it. All event loops count into it without a
 * lock; it outlives the index, so that a publication does not forget.
 */
public final class EntryTally {
  private final LongAdder[] counts = new LongAdder[TallyCount.values().length];
  private volatile boolean demoted;

  EntryTally() {
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
    }
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

  /** Whether the ledger keeps it from being sent. */
  public boolean isDemoted() {
    return demoted;
  }

  public void demote(boolean verdict) {
    demoted = verdict;
  }
}
