package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Require;
import java.time.Duration;

/**
 * Settings for learning which assets pages need from their traffic.
 *
 * @param memoryShare share of the heap that evidence may take, 0-1
 * @param minViews page views of a pattern before the gateway proposes anything for it
 * @param confidence minimum share of page views that an asset follows, as a lower confidence bound, 0-1
 * @param publishes true if proposals take effect without approval
 * @param interval time between two rounds of proposals
 */
public record LearnConfig(
    boolean enabled,
    double memoryShare,
    int minViews,
    double confidence,
    boolean publishes,
    Duration interval) {
  public LearnConfig {
    if (!(memoryShare > 0 && memoryShare <= 0.2)) {
      throw new IllegalArgumentException(
          "memoryShare: " + memoryShare + " (expected: above 0, to 0.2)");
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence: " + confidence + " (expected: between 0 and 1)");
    }
    Require.range("minViews", minViews, 1, 1_000_000_000);
    Require.positive("interval", interval);
  }

  public static LearnConfig defaults() {
    return new LearnConfig(true, 0.005, 50, 0.6, false, Duration.ofSeconds(30));
  }
}
