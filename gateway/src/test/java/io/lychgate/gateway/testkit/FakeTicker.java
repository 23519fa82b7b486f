package io.lychgate.gateway.testkit;

import io.lychgate.gateway.loop.Ticker;
import java.time.Duration;
import java.time.Instant;

/** Clocks that change only when a test advances them. */
public final class FakeTicker implements Ticker {
  private volatile long nanos;
  private volatile long wallMillis = Instant.parse("2026-11-21T09:43:27.512Z").toEpochMilli();

  /** Advances both clocks. One thread at a time. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  public void advance(Duration duration) {
    nanos += duration.toNanos();
    wallMillis += duration.toMillis();
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public long wallMillis() {
    return wallMillis;
  }
}
