package io.lychgate.gateway.loop;

import io.netty.util.concurrent.EventExecutor;

/**
 * Cached clocks of one event loop: read once for all work that follows from one socket read or one flush. A gateway needs the time
 * ten times for each request.
 *
 * <p>A cached time is never older than the turn of the loop: a task at the end of the turn {@linkplain #invalidate() invalidates}
 * it. It is also never older than the last read or flush, which invalidate it too: all requests of one read have arrived at that
 * time. {@link #exactNanos()} returns the uncached time, for example after a write. Event loop only.
 */
public final class LoopClock implements Ticker {
  private final EventExecutor loop;
  private final Ticker source;
  private final Runnable turnEnd = this::turnEnded;
  private boolean endsWithTurn;
  private boolean nanosKnown;
  private boolean wallKnown;
  private long nanos;
  private long wallMillis;

  /** @param source source of the time */
  public LoopClock(EventExecutor loop, Ticker source) {
    this.loop = loop;
    this.source = source;
  }

  @Override
  public long nanoTime() {
    if (!nanosKnown) {
      nanos = source.nanoTime();
      nanosKnown = true;
      endWithTurn();
    }
    return nanos;
  }

  @Override
  public long wallMillis() {
    if (!wallKnown) {
      wallMillis = source.wallMillis();
      wallKnown = true;
      endWithTurn();
    }
    return wallMillis;
  }

  /** Returns the current time of the clock of {@link #nanoTime()}. Any thread. */
  public long exactNanos() {
    return source.nanoTime();
  }

  /** Invalidates the cached times. Call it before each socket read or write. */
  public void invalidate() {
    nanosKnown = false;
    wallKnown = false;
  }

  private void endWithTurn() {
    if (!endsWithTurn) {
      endsWithTurn = true;
      loop.execute(turnEnd);
    }
  }

  private void turnEnded() {
    endsWithTurn = false;
    invalidate();
  }
}
