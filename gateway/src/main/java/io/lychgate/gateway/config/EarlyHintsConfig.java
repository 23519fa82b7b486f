package io.lychgate.gateway.config;

import java.time.Duration;

/**
 * Earliest time of a 103 to a near client. Chromium drops a 103 that arrives before it waits for the response
 * (docs/background/early-hints.md). That happens only within a few milliseconds after its request.
 *
 * @param hold minimum time between the request of a near client and its 103; zero for no wait
 * @param nearRoundTrip a client with a shorter round-trip time is near
 */
public record EarlyHintsConfig(Duration hold, Duration nearRoundTrip) {
  /** Upper limit of both. A longer hold would be noticeable. */
  public static final Duration MOST = Duration.ofMillis(100);

  public EarlyHintsConfig {
    check("hold", hold);
    check("nearRoundTrip", nearRoundTrip);
  }

  private static void check(String name, Duration value) {
    if (value.isNegative() || value.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: 0 to " + MOST + ")");
    }
  }

  /** Returns the default. On an idle machine Chromium drops no 103 after 3 ms; on a busy one the acknowledgement decides. */
  public static EarlyHintsConfig defaults() {
    return new EarlyHintsConfig(Duration.ofMillis(5), Duration.ofMillis(5));
  }
}
