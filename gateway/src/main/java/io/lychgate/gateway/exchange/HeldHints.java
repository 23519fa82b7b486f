package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.EarlyHintsConfig;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Holds the 103 for a near client until the client waits for the response. This takes a few milliseconds and at least until the
 * client has read on after its request. If the final head comes first, the 103 leaves directly before it. Event loop only.
 */
final class HeldHints {
  private final ClientStream stream;
  private final ResponseHead hints;
  private final EventLoop loop;
  private final Runnable clientHasRead = this::clientHasRead;
  private Future<?> timer;
  private boolean isHeldLongEnough;
  private boolean hasClientRead;
  private boolean isDone;

  /** @param nanos minimum time to hold the 103 */
  HeldHints(ClientStream stream, EventLoop loop, ResponseHead hints, long nanos) {
    this.stream = stream;
    this.hints = hints;
    this.loop = loop;
    // The deadline wheel ticks in tenths of a second.
    this.timer = loop.schedule(this::heldLongEnough, nanos, TimeUnit.NANOSECONDS);
  }

  /** Probes whether the client reads. Not part of the constructor, because the result may be available at once. */
  HeldHints probing() {
    stream.whenRead(clientHasRead);
    return this;
  }

  private void clientHasRead() {
    hasClientRead = true;
    if (isHeldLongEnough) {
      send();
    }
  }

  private void heldLongEnough() {
    isHeldLongEnough = true;
    if (hasClientRead) {
      send();
    } else if (!isDone) {
      // A client that does not acknowledge in time still receives the 103.
      timer = loop.schedule(this::send, EarlyHintsConfig.MOST.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Sends the 103 now: the final head is about to leave, or the client is ready. */
  void send() {
    if (!isDone) {
      drop();
      stream.writeInformational(hints);
    }
  }

  /** Drops the 103. Called when no response follows. */
  void drop() {
    isDone = true;
    timer.cancel(false);
    stream.forgetRead(clientHasRead);
  }
}
