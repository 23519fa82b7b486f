package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A range of periods.
 *
 * @param width the rows that are read
 * @param from start of the first period
 * @param to end of the last period, exclusive
 * @param step width of the sums: the width of the rows, or a multiple of it
 * @param name null for all names of the scope, each apart
 * @param node null for the sum over all nodes
 */
public record RollupQuery(
    RollupWidth width,
    Instant from,
    Instant to,
    Duration step,
    String scope,
    @Nullable String name,
    @Nullable String node) {

  /** @throws IllegalArgumentException if the step is not a multiple of the width */
  public RollupQuery {
    if (step.toMillis() <= 0 || step.toMillis() % width.length().toMillis() != 0) {
      throw new IllegalArgumentException(
          "step: " + step + " (expected: a multiple of " + width.length() + ")");
    }
  }
}
