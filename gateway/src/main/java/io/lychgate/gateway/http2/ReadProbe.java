package io.lychgate.gateway.http2;

import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Detects when a client has read all bytes sent so far: by its acknowledgement of our SETTINGS on a new connection, later by
 * that of a PING. Event loop only.
 *
 * <p>No PING is sent while an acknowledgement is outstanding, so at most one is in flight.
 */
final class ReadProbe {
  /** "lychgate", so that a trace shows whose PING it is. */
  static final long PAYLOAD = 0x6c79636867617465L;

  private final Http2Edge edge;
  private final List<Runnable> waiting = new ArrayList<>(0);

  /** Whether an acknowledgement is outstanding; at first that of our SETTINGS. */
  private boolean isAwaitingAck = true;

  ReadProbe(Http2Edge edge) {
    this.edge = edge;
  }

  /** Runs this when the client has read all bytes sent before, or at least has read on since an earlier probe. */
  void whenRead(Runnable step) {
    waiting.add(step);
    if (!isAwaitingAck) {
      isAwaitingAck = true;
      ChannelHandlerContext ctx = edge.context();
      var unused = edge.encoder().writePing(ctx, false, PAYLOAD, ctx.newPromise());
      edge.flushNow();
    }
  }

  /** Cancels the task of {@link #whenRead}. */
  void forget(Runnable step) {
    waiting.remove(step);
  }

  void settingsAcknowledged() {
    acknowledged();
  }

  void pingAcknowledged(long payload) {
    if (payload == PAYLOAD) {
      acknowledged();
    }
  }

  private void acknowledged() {
    isAwaitingAck = false;
    List<Runnable> steps = List.copyOf(waiting);
    waiting.clear();
    steps.forEach(Runnable::run);
  }
}
