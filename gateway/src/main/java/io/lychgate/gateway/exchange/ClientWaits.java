package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.TimeoutConfig;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import org.jspecify.annotations.Nullable;

/** What one exchange waits for from its client, and for how long. Event loop only. */
final class ClientWaits {
  private final Exchange exchange;
  private final DrainWait drainWait = new DrainWait();
  private @Nullable BodyWait bodyWait;

  /** Bytes that had left for the client when its progress was last looked at. */
  private long leftAtLastLook;

  ClientWaits(Exchange exchange) {
    this.exchange = exchange;
  }

  /** The client owes a piece of its body. */
  void awaitBody() {
    if (bodyWait == null) {
      bodyWait = new BodyWait();
    }
    deadlines().arm(bodyWait, timeouts().requestBodyIdle().toNanos());
  }

  void bodyCame() {
    if (bodyWait != null) {
      deadlines().disarm(bodyWait);
    }
  }

  /** The client owes window or acknowledgements for what is queued. */
  void awaitDrain() {
    leftAtLastLook = left();
    armDrain();
  }

  void drained() {
    deadlines().disarm(drainWait);
  }

  /** There is nothing to wait for any more. */
  void stop() {
    drained();
    bodyCame();
  }

  private long left() {
    return exchange.account().bytesOut() - exchange.stream().unsentBytes();
  }

  private void armDrain() {
    deadlines().arm(drainWait, timeouts().responseWriteIdle().toNanos());
  }

  private DeadlineWheel deadlines() {
    return exchange.connection().loop().deadlines();
  }

  private TimeoutConfig timeouts() {
    return exchange.connection().listener().timeouts();
  }

  /** The client owes a piece of its body, and everything that it sent has been passed on. */
  private final class BodyWait extends Deadline {
    @Override
    protected void expired() {
      exchange.bodyLate();
    }
  }

  /** The client owes window or acknowledgements for what is queued. */
  private final class DrainWait extends Deadline {
    @Override
    protected void expired() {
      if (left() > leftAtLastLook) {
        // Slow, but reading.
        awaitDrain();
      } else {
        exchange.giveUp(Kind.CLIENT_STALLED);
      }
    }
  }
}
