package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;

/** Width of the periods of which the store keeps sums. Periods start at multiples of their width since 1970, UTC. */
public enum RollupWidth {
  MINUTE(Duration.ofMinutes(1), Duration.ofDays(2)),
  QUARTER(Duration.ofMinutes(15), Duration.ofDays(30)),
  HOUR(Duration.ofHours(1), Duration.ofDays(400)),
  DAY(Duration.ofDays(1), Duration.ofDays(400));

  private final Duration length;
  private final Duration kept;

  RollupWidth(Duration length, Duration kept) {
    this.length = length;
    this.kept = kept;
  }

  public Duration length() {
    return length;
  }

  /** Returns the age at which a period is deleted. */
  public Duration kept() {
    return kept;
  }

  long seconds() {
    return length.toSeconds();
  }

  /** Returns the start, in milliseconds since 1970, of the period that contains this time. */
  long startOf(long millis) {
    return millis - Math.floorMod(millis, length.toMillis());
  }

  /** Returns the start of the period that contains this time. */
  public Instant startOf(Instant time) {
    return Instant.ofEpochMilli(startOf(time.toEpochMilli()));
  }
}
