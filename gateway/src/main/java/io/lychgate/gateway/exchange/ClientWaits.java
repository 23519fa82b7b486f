package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.TimeoutConfig;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import org.jspecify.annotations.Nullable;

/** The timeouts of one exchange for its client's next action. Event loop only. */
final class ClientWaits {
  private final Exchange exchange;
  private final DrainWait drainWait = new DrainWait();
  private @Nullable BodyWait bodyWait;

  /** Bytes that had left for the client at the last check of its progress. */
  private long leftAtLastLook;

  ClientWaits(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Starts the timeout for the next piece of the request body. */
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

  /** Starts the timeout for the client's window or acknowledgements for the queued data. */
  void awaitDrain() {
    leftAtLastLook = left();
    armDrain();
  }

  void drained() {
    deadlines().disarm(drainWait);
  }

  /** Stops both timeouts. */
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

  /** Timeout for the next piece of the request body. Runs only while everything received has been passed on. */
  private final class BodyWait extends Deadline {
    @Override
    protected void expired() {
      exchange.bodyLate();
    }
  }

  /** Timeout for the client's window or acknowledgements for the queued data. */
  private final class DrainWait extends Deadline {
    @Override
    protected void expired() {
      if (left() > leftAtLastLook) {
        // The client is slow, but it reads.
        awaitDrain();
      } else {
        exchange.giveUp(Kind.CLIENT_STALLED);
      }
    }
  }
}
