package io.lychgate.gateway.observe.count;

/**
 * A histogram of the durations of one event loop, with buckets whose width grows with the value.
 *
 * <p>Each power of two from 16 µs to 67 s has eight equal buckets, so the error of a quantile is at most 12.5 %. A record costs one
 * count of leading zeros and two stores. HdrHistogram is as cheap but cannot be read while it is written; its concurrent variants
 * use atomic additions.
 */
public final class DurationHistogram {
  private static final int SUB_BITS = 3;
  private static final int SUB_BUCKETS = 1 << SUB_BITS;
  /** Bits of the unit, which is 2^11 ns or about 2 µs. Below eight units the buckets are one unit wide. */
  private static final int UNIT_BITS = 11;

  private static final int MAX_BITS = 36;
  static final int BUCKETS = (MAX_BITS - UNIT_BITS - SUB_BITS + 1) * SUB_BUCKETS;

  private static final int SUM = BUCKETS;
  private final Counters counters = new Counters(BUCKETS + 1);

  /** Event loop only. */
  public void record(long nanos) {
    counters.increment(bucketOf(nanos));
    counters.add(SUM, nanos);
  }

  /** Any thread. */
  public void addTo(DurationSummary.Builder sum) {
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      sum.add(bucket, counters.get(bucket));
    }
    sum.addNanos(counters.get(SUM));
  }

  static int bucketOf(long nanos) {
    long units = Math.max(nanos, 0) >>> UNIT_BITS;
    if (units < SUB_BUCKETS) {
      return (int) units;
    }
    int exponent = 63 - Long.numberOfLeadingZeros(units) - SUB_BITS;
    int bucket = ((exponent + 1) << SUB_BITS) + (int) (units >>> exponent) - SUB_BUCKETS;
    return Math.min(bucket, BUCKETS - 1);
  }

  /** Returns the exclusive upper bound of the bucket in nanoseconds. The last bucket also holds all longer durations. */
  static long endOf(int bucket) {
    if (bucket < SUB_BUCKETS) {
      return (long) (bucket + 1) << UNIT_BITS;
    }
    int exponent = (bucket >>> SUB_BITS) - 1;
    long units = ((long) (bucket & (SUB_BUCKETS - 1)) + SUB_BUCKETS + 1) << exponent;
    return units << UNIT_BITS;
  }
}
