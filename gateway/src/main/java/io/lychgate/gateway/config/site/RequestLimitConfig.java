package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;

/**
 * Limits of the requests to one upstream, over all event loops. A request above them gets 503 at once.
 *
 * @param maxRequests requests in progress; {@link #NONE} for no limit
 * @param maxServerConnections open connections to each server; {@link #NONE} for no limit but that of the upstream
 * @param concurrency a limit that follows the latency
 */
public record RequestLimitConfig(
    int maxRequests, int maxServerConnections, Concurrency concurrency) {
  /** The value of a limit that is not set. */
  public static final int NONE = Integer.MAX_VALUE;

  private static final RequestLimitConfig DEFAULTS =
      new RequestLimitConfig(NONE, NONE, Concurrency.OFF);

  public RequestLimitConfig {
    Require.positive("maxRequests", maxRequests);
    Require.positive("maxConnectionsPerServer", maxServerConnections);
  }

  /**
   * The bounds of the limit that follows the latency.
   *
   * @param isAdaptive false switches it off
   * @param min requests without a response head that are always admitted
   * @param max requests without a response head that are admitted at most
   */
  public record Concurrency(boolean isAdaptive, int min, int max) {
    public static final int CEILING = 100_000;

    static final Concurrency OFF =
        new Concurrency(false, Limits.MIN_CONCURRENCY, Limits.MAX_CONCURRENCY);

    public Concurrency {
      Require.range("min", min, 1, CEILING);
      Require.range("max", max, 1, CEILING);
      if (min > max) {
        throw new IllegalArgumentException("min: " + min + " (expected: at most max, " + max + ")");
      }
    }

    public static Concurrency off() {
      return OFF;
    }
  }

  public static RequestLimitConfig defaults() {
    return DEFAULTS;
  }
}
