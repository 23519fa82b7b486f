package io.lychgate.gateway.upstream;

/**
 * The rules of a route for one forwarded request. Make one for each route, unless the request has its own timeout.
 *
 * @param timeoutNanos time from the start to the end of the response, over all attempts; 0 for none. It ends up to {@code
 *     DeadlineWheel.TICK} late
 * @param mayRetry false for a request that must not be sent twice, for example a mirrored copy
 */
public record ForwardPolicy(long timeoutNanos, boolean mayRetry) {
  /** No timeout besides those of the upstream. */
  public static final ForwardPolicy DEFAULT = new ForwardPolicy(0, true);

  public ForwardPolicy {
    if (timeoutNanos < 0) {
      throw new IllegalArgumentException(
          "timeoutNanos: " + timeoutNanos + " (expected: 0 or more)");
    }
  }
}
