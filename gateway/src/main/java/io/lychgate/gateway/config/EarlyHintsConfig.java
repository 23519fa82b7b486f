package io.lychgate.gateway.config;

import java.time.Duration;

/**
 * The earliest time of a 103 to a client that is near. Chromium drops a 103 that arrives before it has begun to wait for the
 * response (docs/background/early-hints.md), which only happens within a few milliseconds after its request.
 *
 * @param hold least time between the request of a near client and its 103; zero for no wait
 * @param nearRoundTrip a client with a shorter round trip than this is near
 */
public record EarlyHintsConfig(Duration hold, Duration nearRoundTrip) {
  /** A longer hold would be noticeable. */
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

  /** After 3 ms Chromium has dropped none on an idle machine; on a busy one the acknowledgement decides. */
  public static EarlyHintsConfig defaults() {
    return new EarlyHintsConfig(Duration.ofMillis(5), Duration.ofMillis(5));
  }
}
