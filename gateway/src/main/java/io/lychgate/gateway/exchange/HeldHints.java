package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.EarlyHintsConfig;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A 103 for a near client, until the client is surely waiting for the response: for a few milliseconds, and until it has read on
 * after its request. It leaves directly before the final head if that comes first. Event loop only.
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

  /** @param nanos to hold it at least */
  HeldHints(Exchange exchange, ResponseHead hints, long nanos) {
    this.stream = exchange.stream();
    this.hints = hints;
    this.loop = exchange.connection().loop().loop();
    // The deadline wheel ticks in tenths of a second.
    this.timer = loop.schedule(this::heldLongEnough, nanos, TimeUnit.NANOSECONDS);
  }

  /** Asks the client whether it reads. Apart from the constructor, as the answer may be there at once. */
  HeldHints asking() {
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
      // A client that does not acknowledge in time gets it all the same.
      timer = loop.schedule(this::send, EarlyHintsConfig.MOST.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Sends it now: the final head is about to leave, or the client is ready. */
  void send() {
    if (!isDone) {
      drop();
      stream.writeInformational(hints);
    }
  }

  /** There is no response any more. */
  void drop() {
    isDone = true;
    timer.cancel(false);
    stream.forgetRead(clientHasRead);
  }
}
