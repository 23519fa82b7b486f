package io.lychgate.gateway.http2;

import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out when a client has read what it was sent so far: by its acknowledgement of our SETTINGS on a new connection, by that
 * of a PING later. Event loop only.
 *
 * <p>A client that owes an acknowledgement is asked for no other one, so that there is one PING in flight at most.
 */
final class ReadProbe {
  /** "lychgate", so that a trace shows whose PING it is. */
  static final long PAYLOAD = 0x6c79636867617465L;

  private final Http2Edge edge;
  private final List<Runnable> waiting = new ArrayList<>(0);

  /** At first it is that of our SETTINGS. */
  private boolean isAwaitingAck = true;

  ReadProbe(Http2Edge edge) {
    this.edge = edge;
  }

  /** Runs this when the client has read all that was sent before, or at least read on since an earlier probe. */
  void whenRead(Runnable step) {
    waiting.add(step);
    if (!isAwaitingAck) {
      isAwaitingAck = true;
      ChannelHandlerContext ctx = edge.context();
      var unused = edge.encoder().writePing(ctx, false, PAYLOAD, ctx.newPromise());
      edge.flushNow();
    }
  }

  /** Calls off what {@link #whenRead} was given. */
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
