package io.lychgate.gateway.observe.census;

import java.util.Arrays;

/** The counters and distributions of one {@link Part}, either since the start or of a period. Not for several threads. */
public final class Tally {
  private final long[] measures = new long[Measure.COUNT];
  private final long[][] spreads = new long[Spread.COUNT][];

  public Tally() {
    Arrays.setAll(spreads, spread -> new long[SpreadBuckets.COUNT]);
  }

  public long get(Measure measure) {
    return measures[measure.index()];
  }

  public void add(Measure measure, long amount) {
    measures[measure.index()] += amount;
  }

  /** Returns the counts by bucket. The caller must not change them. */
  public long[] spread(Spread spread) {
    return spreads[spread.index()];
  }

  public void add(Spread spread, int bucket, long count) {
    spreads[spread.index()][bucket] += count;
  }

  public void add(Tally other) {
    add(other, 1);
  }

  /** Returns the difference of this later tally and an earlier one of the same part. */
  public Tally since(Tally earlier) {
    Tally difference = new Tally();
    difference.add(this, 1);
    difference.add(earlier, -1);
    return difference;
  }

  public boolean isEmpty() {
    for (long value : measures) {
      if (value != 0) {
        return false;
      }
    }
    return true;
  }

  private void add(Tally other, int sign) {
    for (int i = 0; i < measures.length; i++) {
      measures[i] += sign * other.measures[i];
    }
    for (int spread = 0; spread < spreads.length; spread++) {
      long[] into = spreads[spread];
      long[] from = other.spreads[spread];
      for (int bucket = 0; bucket < into.length; bucket++) {
        into[bucket] += sign * from[bucket];
      }
    }
  }
}
