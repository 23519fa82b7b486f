package io.lychgate.gateway.config;

import java.time.Duration;

/**
 * When a 103 leaves for a client that is near. Chromium loses one that reaches it before it has begun to wait for the response
 * (docs/early-hints.md), which only happens within a few milliseconds after its request.
 *
 * @param hold how long after its request a near client's 103 leaves, at the earliest; zero for at once
 * @param nearRoundTrip a client whose path takes less than this is near
 */
public record EarlyHintsConfig(Duration hold, Duration nearRoundTrip) {
  /** Longer ones would be felt. */
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

  /** After 3 ms Chromium has lost none on an idle machine; on a busy one it is its acknowledgement that counts. */
  public static EarlyHintsConfig defaults() {
    return new EarlyHintsConfig(Duration.ofMillis(5), Duration.ofMillis(5));
  }
}
