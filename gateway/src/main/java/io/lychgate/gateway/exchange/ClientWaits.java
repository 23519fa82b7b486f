package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.TimeoutConfig;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import org.jspecify.annotations.Nullable;

/** The timeouts of one exchange for its client's next action. Event loop only. */
abstract class ClientWaits {
  private final ExchangeAccount account;
  private final DeadlineWheel deadlines;
  private final TimeoutConfig timeouts;
  private final DrainWait drainWait = new DrainWait();
  private @Nullable BodyWait bodyWait;

  /** Bytes that had left for the client at the last check of its progress. */
  private long leftAtLastLook;

  /** @param account the account of the exchange whose client is awaited */
  ClientWaits(ExchangeAccount account) {
    this.account = account;
    this.deadlines = account.loop().deadlines();
    this.timeouts = account.connection().listener().timeouts();
  }

  /** Called when the next piece of the request body did not arrive in time. */
  protected abstract void bodyLate();

  /** Called when the client has taken none of the queued data in time. */
  protected abstract void stalled();

  /** Starts the timeout for the next piece of the request body. */
  final void awaitBody() {
    if (bodyWait == null) {
      bodyWait = new BodyWait();
    }
    deadlines.arm(bodyWait, timeouts.requestBodyIdle().toNanos());
  }

  final void bodyCame() {
    if (bodyWait != null) {
      deadlines.disarm(bodyWait);
    }
  }

  /** Starts the timeout for the client's window or acknowledgements for the queued data. */
  final void awaitDrain() {
    leftAtLastLook = account.bytesLeft();
    deadlines.arm(drainWait, timeouts.responseWriteIdle().toNanos());
  }

  final void drained() {
    deadlines.disarm(drainWait);
  }

  /** Stops both timeouts. */
  final void stop() {
    drained();
    bodyCame();
  }

  /** Timeout for the next piece of the request body. Runs only while everything received has been passed on. */
  private final class BodyWait extends Deadline {
    @Override
    protected void expired() {
      bodyLate();
    }
  }

  /** Timeout for the client's window or acknowledgements for the queued data. */
  private final class DrainWait extends Deadline {
    @Override
    protected void expired() {
      if (account.bytesLeft() > leftAtLastLook) {
        // The client is slow, but it reads.
        awaitDrain();
      } else {
        stalled();
      }
    }
  }
}
