package io.lychgate.gateway.exchange;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import java.time.Duration;

/**
 * What an exchange becomes when its server switches protocols: two directions, and a time-out when neither moves. It is there from the request on, so that what a tunnel's client sends is not taken for a body. Event loop only.
 *
 * <pre>
 *   asked --101--> open --END of the client--> the server may go on --END of the server--> the client has a moment for its END
 *     |              +------------- reset of either side, or nothing moves: the end of both
 *     +--any other answer--> an exchange like others
 * </pre>
 */
final class Tunnel extends Deadline {
  /** For the client's own end after the server's; what it still sends goes nowhere. */
  private static final Duration LINGER = Duration.ofSeconds(2);

  private final Exchange exchange;
  private boolean open;
  private boolean clientEnded;
  private boolean serverEnded;

  Tunnel(Exchange exchange) {
    this.exchange = exchange;
  }

  /** The server has switched; the client may have ended its side before. */
  void open(boolean hasClientEnded) {
    open = true;
    clientEnded = hasClientEnded;
    exchange.connection().loop().observer().tunnelOpened(exchange.connection().record());
    moved();
  }

  /** Octets came from the client, or its end. True when both sides have ended now. */
  boolean clientSent(boolean end) {
    clientEnded |= end;
    moved();
    return clientEnded && serverEnded;
  }

  /** The same of the server. */
  boolean serverSent(boolean end) {
    serverEnded |= end;
    moved();
    return clientEnded && serverEnded;
  }

  private void moved() {
    if (open) {
      ClientConnection connection = exchange.connection();
      Duration idle = connection.listener().timeouts().tunnelIdle();
      connection.loop().deadlines().arm(this, (serverEnded ? LINGER : idle).toNanos());
    }
  }

  /** The exchange is over. */
  void closed() {
    if (open) {
      open = false;
      exchange.connection().loop().observer().tunnelClosed(exchange.connection().record());
      exchange.connection().loop().deadlines().disarm(this);
    }
  }

  @Override
  protected void expired() {
    exchange.giveUp(Kind.TUNNEL_IDLE);
  }
}
