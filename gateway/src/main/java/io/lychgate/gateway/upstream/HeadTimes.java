package io.lychgate.gateway.upstream;

/**
 * The times to the response heads of recent requests to one upstream, on one event loop, for percentiles. A histogram with eight
 * buckets for each power of two, so that a percentile is at most 13 % too large. All counts are halved after 1024 requests. Event loop only.
 */
final class HeadTimes {
  /** Requests after which the counts are halved. */
  private static final int GENERATION = 1024;

  /** Requests before which there is no percentile. */
  static final int MIN_REQUESTS = 20;

  /** Bits of a time below its first one that select the bucket. */
  private static final int PRECISION = 3;

  private final int[] buckets = new int[Long.SIZE << PRECISION];
  private int total;

  void add(long nanos) {
    buckets[bucketOf(Math.max(1, nanos))]++;
    total++;
    if (total >= GENERATION) {
      total = 0;
      for (int i = 0; i < buckets.length; i++) {
        buckets[i] /= 2;
        total += buckets[i];
      }
    }
  }

  /** Returns the time in nanoseconds within which this percentage of the requests had their response heads; 0 if too few are known. */
  long percentile(int percent) {
    if (total < MIN_REQUESTS) {
      return 0;
    }
    int wanted = (total * percent + 99) / 100;
    int seen = 0;
    for (int i = 0; i < buckets.length; i++) {
      seen += buckets[i];
      if (seen >= wanted) {
        return endOf(i);
      }
    }
    return 0;
  }

  private static int bucketOf(long nanos) {
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
    int below = power < PRECISION ? 0 : (int) (nanos >>> (power - PRECISION)) & 7;
    return (power << PRECISION) + below;
  }

  private static long endOf(int bucket) {
    int power = bucket >>> PRECISION;
    int below = bucket & 7;
    return power < PRECISION ? 2L << power : (long) (8 + below + 1) << (power - PRECISION);
  }
}
