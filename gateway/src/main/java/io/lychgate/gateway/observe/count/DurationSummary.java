package io.lychgate.gateway.observe.count;

/** Durations of all loops at one moment: number, sum and quantiles. */
public final class DurationSummary {
  private final long[] counts;
  private final long count;
  private final long nanos;

  private DurationSummary(long[] counts, long nanos) {
    this.counts = counts;
    this.nanos = nanos;
    long all = 0;
    for (long one : counts) {
      all += one;
    }
    this.count = all;
  }

  public long count() {
    return count;
  }

  public long sumNanos() {
    return nanos;
  }

  /** Returns the nanoseconds below which the share {@code quantile} (0 to 1) of all durations is; 0 if there are none. */
  public long quantileNanos(double quantile) {
    long rank = (long) Math.ceil(quantile * count);
    long seen = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      seen += counts[bucket];
      if (seen >= rank && seen > 0) {
        return DurationHistogram.endOf(bucket);
      }
    }
    return 0;
  }

  /** Returns the number of shorter durations. The argument must be the end of a bucket, as each power of two from 2^14 is. */
  public long countBelow(long endNanos) {
    long below = 0;
    for (int bucket = 0; bucket < counts.length - 1; bucket++) {
      if (DurationHistogram.endOf(bucket) > endNanos) {
        return below;
      }
      below += counts[bucket];
    }
    return below;
  }

  /** Adds up loops. */
  public static final class Builder {
    private final long[] counts = new long[DurationHistogram.BUCKETS];
    private long nanos;

    void add(int bucket, long count) {
      counts[bucket] += count;
    }

    void addNanos(long more) {
      nanos += more;
    }

    public DurationSummary build() {
      return new DurationSummary(counts.clone(), nanos);
    }
  }
}
