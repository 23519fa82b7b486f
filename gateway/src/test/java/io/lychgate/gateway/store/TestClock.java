package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that changes only when a test advances it. */
public final class TestClock implements InstantSource {

  private volatile Instant now = Instant.parse("2026-11-21T10:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  public void advance(Duration step) {
    now = now.plus(step);
  }
}
