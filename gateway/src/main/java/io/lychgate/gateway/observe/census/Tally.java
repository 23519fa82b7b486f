package io.lychgate.gateway.observe.census;

import org.jspecify.annotations.Nullable;

/** The counters and distributions of one {@link Part}, either since the start or of a period. Not for several threads. */
public final class Tally {
  private static final long[] NONE = new long[SpreadBuckets.COUNT];

  private final long[] measures = new long[Measure.COUNT];
  private long inFlight;
  /** Null for a distribution without values, because a tally of each part is made each second. */
  private final long[] @Nullable [] spreads = new long[Spread.COUNT][];

  public long get(Measure measure) {
    return measures[measure.index()];
  }

  public void add(Measure measure, long amount) {
    measures[measure.index()] += amount;
  }

  /** Returns the requests in flight at the moment of the census; 0 in a tally of a period. */
  public long inFlight() {
    return inFlight;
  }

  public void addInFlight(long requests) {
    inFlight += requests;
  }

  /** Returns the counts by bucket. The caller must not change them. */
  public long[] spread(Spread spread) {
    long[] counts = spreads[spread.index()];
    return counts == null ? NONE : counts;
  }

  public void add(Spread spread, int bucket, long count) {
    buckets(spread.index())[bucket] += count;
  }

  private long[] buckets(int spread) {
    long[] counts = spreads[spread];
    if (counts == null) {
      counts = new long[SpreadBuckets.COUNT];
      spreads[spread] = counts;
    }
    return counts;
  }

  public void add(Tally other) {
    inFlight += other.inFlight;
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
      long[] from = other.spreads[spread];
      if (from != null) {
        long[] into = buckets(spread);
        for (int bucket = 0; bucket < into.length; bucket++) {
          into[bucket] += sign * from[bucket];
        }
      }
    }
  }
}
