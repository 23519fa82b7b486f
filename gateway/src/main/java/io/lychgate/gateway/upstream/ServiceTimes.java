package io.lychgate.gateway.upstream;

/**
 * Estimates how long requests hold a connection, on one event loop. The estimate is the mean of recent requests, or the mean age of
 * those in progress if that is longer. An upstream that has stopped responding is thus detected before the first of its requests
 * ends.
 */
final class ServiceTimes {
  /** The weight of the latest request is one eighth, as for round trips in RFC 6298. */
  private static final int WEIGHT = 8;

  private final long baseNanos;
  private long meanNanos;
  private int inProgress;
  private long startedSum;

  /** @param baseNanos the current time, the base of all start times */
  ServiceTimes(long baseNanos) {
    this.baseNanos = baseNanos;
  }

  void began(long atNanos) {
    inProgress++;
    startedSum += atNanos - baseNanos;
  }

  void ended(long beganNanos, long nowNanos) {
    leftOut(beganNanos);
    long took = Math.max(0, nowNanos - beganNanos);
    meanNanos = meanNanos == 0 ? took : meanNanos + (took - meanNanos) / WEIGHT;
  }

  /** Removes a request in progress without measuring it, for example because it has become a tunnel. */
  void leftOut(long beganNanos) {
    inProgress--;
    startedSum -= beganNanos - baseNanos;
  }

  /** Returns the nanoseconds that a request is expected to hold a connection; 0 without measurements. */
  long expectedNanos(long nowNanos) {
    // The sums may wrap around; their difference, which is the sum of the ages, does not.
    long ages = inProgress * (nowNanos - baseNanos) - startedSum;
    long age = inProgress == 0 ? 0 : ages / inProgress;
    return Math.max(meanNanos, age);
  }
}
