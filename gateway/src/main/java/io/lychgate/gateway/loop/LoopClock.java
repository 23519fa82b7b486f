package io.lychgate.gateway.loop;

import io.netty.util.concurrent.EventExecutor;

/**
 * The clocks as one event loop asks for them: read once for all that one read from a socket, or one flush, leads to. A gateway
 * asks ten times for each request.
 *
 * <p>What is told is never older than the turn of the loop: a caller that reads the clocks again has them {@linkplain #forget()
 * forgotten} by a task of the same turn. And it is no older than the last read or flush, which forget it themselves: requests
 * that came with one read have come at that time. Where the time after a write counts, {@link #exactNanos()} tells it. Event loop
 * only.
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

  /** @param source what is asked for the time */
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

  /** Of the same clock as {@link #nanoTime()}, at this moment. Any thread. */
  public long exactNanos() {
    return source.nanoTime();
  }

  /** What comes now comes later than what was before: a socket is read, or written to. */
  public void forget() {
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
    forget();
  }
}
