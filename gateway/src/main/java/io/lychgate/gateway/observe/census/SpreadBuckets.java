package io.lychgate.gateway.observe.census;

/**
 * Buckets of a {@link Spread}: eight for each power of two, so a quantile is at most 12.5 % too high. Values from 0 to 7 have a
 * bucket each.
 */
public final class SpreadBuckets {
  private static final int SUB_BITS = 3;
  private static final int SUB = 1 << SUB_BITS;
  private static final int MAX_BITS = 36;

  public static final int COUNT = (MAX_BITS - SUB_BITS + 1) * SUB;

  private SpreadBuckets() {}

  public static int of(long value) {
    long positive = Math.max(value, 0);
    if (positive < SUB) {
      return (int) positive;
    }
    int exponent = 63 - Long.numberOfLeadingZeros(positive) - SUB_BITS;
    int bucket = ((exponent + 1) << SUB_BITS) + (int) (positive >>> exponent) - SUB;
    return Math.min(bucket, COUNT - 1);
  }

  /** Returns the greatest value of the bucket. The last bucket also has all greater values. */
  public static long greatest(int bucket) {
    if (bucket < SUB) {
      return bucket;
    }
    int exponent = (bucket >>> SUB_BITS) - 1;
    return (((long) (bucket & (SUB - 1)) + SUB + 1) << exponent) - 1;
  }

  /** Returns the least value below or at which the share {@code quantile} (0 to 1) of all values is; -1 if there are none. */
  public static long quantile(long[] counts, double quantile) {
    long all = 0;
    for (long count : counts) {
      all += count;
    }
    long rank = Math.max(1, (long) Math.ceil(quantile * all));
    long seen = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      seen += counts[bucket];
      if (seen >= rank) {
        return greatest(bucket);
      }
    }
    return -1;
  }
}
