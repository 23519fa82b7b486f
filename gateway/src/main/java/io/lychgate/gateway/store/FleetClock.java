package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The common time of all gateways of a store: the clock of this machine, set by the clock of the database. With it the sessions
 * and secrets of one gateway are valid at another whose own clock is wrong.
 */
final class FleetClock implements InstantSource {
  private final InstantSource own;
  private volatile Duration ahead = Duration.ZERO;

  FleetClock(InstantSource own) {
    this.own = own;
  }

  /** Sets the time to that of the database. */
  void set(Instant database) {
    ahead = Duration.between(own.instant(), database);
  }

  @Override
  public Instant instant() {
    return own.instant().plus(ahead);
  }
}
