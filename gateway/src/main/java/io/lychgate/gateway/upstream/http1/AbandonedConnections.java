package io.lychgate.gateway.upstream.http1;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Connections to one upstream whose requests were cancelled. At most 16 of them are closed in one turn of the loop: a close takes some
 * 0.1 ms, and a client can cancel hundreds of requests at once by closing its own connection. Event loop only.
 */
final class AbandonedConnections {
  private static final int MAX_CLOSES_OF_TURN = 16;

  private final EventExecutor loop;
  private final Runnable nextTurn = this::nextTurn;
  private final ArrayDeque<Http1Connection> waiting = new ArrayDeque<>(0);
  private int left = MAX_CLOSES_OF_TURN;
  private boolean isScheduled;

  AbandonedConnections(EventExecutor loop) {
    this.loop = loop;
  }

  /** Closes the connection now, or in a later turn. It must not be used or read any more. */
  void add(Http1Connection connection) {
    waiting.add(connection);
    closeSome();
    if (!isScheduled) {
      isScheduled = true;
      // A task without delay would run in this turn.
      var unused = loop.schedule(nextTurn, 0, TimeUnit.NANOSECONDS);
    }
  }

  private void closeSome() {
    while (left > 0 && !waiting.isEmpty()) {
      left--;
      waiting.remove().close();
    }
  }

  private void nextTurn() {
    isScheduled = false;
    left = MAX_CLOSES_OF_TURN;
    closeSome();
    if (!waiting.isEmpty()) {
      isScheduled = true;
      var unused = loop.schedule(nextTurn, 0, TimeUnit.NANOSECONDS);
    }
  }
}
