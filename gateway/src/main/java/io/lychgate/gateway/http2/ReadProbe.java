package io.lychgate.gateway.http2;

import java.util.ArrayList;
import java.util.List;

/**
 * Detects when a client has read all bytes sent so far. On a new connection it uses the acknowledgement of the gateway's SETTINGS,
 * later that of a PING. Event loop only.
 *
 * <p>No PING is sent while an acknowledgement is outstanding, so at most one is in flight.
 */
final class ReadProbe {
  /** The text "lychgate", so that a trace shows the sender of the PING. */
  static final long PAYLOAD = 0x6c79636867617465L;

  private final Runnable ping;
  private final List<Runnable> waiting = new ArrayList<>(0);

  /** True while an acknowledgement is outstanding; at first that of the gateway's SETTINGS. */
  private boolean isAwaitingAck = true;

  /** @param ping sends a PING with {@link #PAYLOAD} at once */
  ReadProbe(Runnable ping) {
    this.ping = ping;
  }

  /** Runs the step when the client has read all bytes sent before, or at least more bytes since an earlier probe. */
  void whenRead(Runnable step) {
    waiting.add(step);
    if (!isAwaitingAck) {
      isAwaitingAck = true;
      ping.run();
    }
  }

  /** Cancels the step of {@link #whenRead}. */
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
