package io.lychgate.gateway.observe;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.observe.count.Counters;

/**
 * The counters of one loop for one listener or site and one protocol. Event loop only, except for the methods that read.
 *
 * <p>One that may differ from another must be written after the greater one, and be read before it. So no difference of the two
 * becomes negative, and a reader needs no lock. {@link #addTo} reads in the reverse order of {@link Measure}.
 */
final class PartCounters {
  private static final int SUMS = Measure.COUNT;
  private static final int IN_FLIGHT = SUMS + Spread.COUNT;
  private static final int BUCKETS = IN_FLIGHT + 1;

  private final Counters cells;

  PartCounters() {
    this.cells = new Counters(BUCKETS + Spread.COUNT * SpreadBuckets.COUNT);
  }

  void add(Measure what, long amount) {
    cells.add(what.index(), amount);
  }

  void increment(Measure what) {
    cells.increment(what.index());
  }

  /** Adds to the number of requests in flight, or removes from it. */
  void inFlight(int change) {
    cells.add(IN_FLIGHT, change);
  }

  void record(Spread spread, long value) {
    cells.add(SUMS + spread.index(), value);
    cells.increment(BUCKETS + spread.index() * SpreadBuckets.COUNT + SpreadBuckets.of(value));
  }

  /** Any thread. */
  long get(Measure what) {
    return cells.get(what.index());
  }

  /** Returns the sum of all recorded values. Any thread. */
  long sum(Spread spread) {
    return cells.get(SUMS + spread.index());
  }

  /** Any thread. */
  void addTo(Tally tally) {
    for (int spread = 0; spread < Spread.COUNT; spread++) {
      addTo(tally, Spread.at(spread));
    }
    tally.addInFlight(cells.get(IN_FLIGHT));
    for (int i = Measure.COUNT - 1; i >= 0; i--) {
      Measure what = Measure.at(i);
      if (what != Measure.H1_EQUIVALENT) {
        tally.add(what, get(what));
      }
    }
    // Greater than OPENED, which precedes it in the enum.
    tally.add(Measure.H1_EQUIVALENT, get(Measure.H1_EQUIVALENT));
  }

  /** Adds one distribution. Any thread. */
  void addTo(Tally tally, Spread spread) {
    int first = BUCKETS + spread.index() * SpreadBuckets.COUNT;
    for (int bucket = 0; bucket < SpreadBuckets.COUNT; bucket++) {
      long count = cells.get(first + bucket);
      if (count != 0) {
        tally.add(spread, bucket, count);
      }
    }
  }
}
