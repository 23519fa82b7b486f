package io.lychgate.gateway.exchange;

import io.lychgate.gateway.loop.Deadline;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.security.SecureRandom;
import java.time.Duration;

/**
 * The state of an exchange whose server switches protocols: two directions, and a timeout that expires when neither moves. It
 * exists from the request on, so that bytes from a tunnel's client are not taken for a body. Event loop only.
 *
 * <pre>
 *   requested --101--> open --END of the client--> the server may go on --END of the server--> the client has a moment for its END
 *     |                  +------------- reset of either side, or nothing moves: the end of both
 *     +--any other response--> an ordinary exchange
 * </pre>
 *
 * <p>When the connection drains, both sides get a Close frame with 1001 (RFC 6455 section 7.4.1). Each side gets it as soon as the
 * frame in progress to it has ended. Later bytes to them are dropped. The tunnel ends when both have responded, or after a timeout.
 * If the bytes are not frames, none is inserted, and the tunnel lasts until the end of the drain.
 */
final class Tunnel extends Deadline implements ClientConnection.Lasting {
  /** Time for the client's own end after the server's. Bytes that the client still sends are dropped. */
  private static final Duration LINGER = Duration.ofSeconds(2);

  /** Time for both sides to respond to a Close frame. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private static final int CLOSE_FRAME = 0x88;
  private static final int MASKED = 0x80;
  private static final int STATUS_BYTES = 2;

  /** RFC 6455 section 7.4.1: status code of an endpoint that is going away. */
  private static final int GOING_AWAY = 1001;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final ClientConnection connection;
  private final LoopContext loop;
  private final Ends ends;
  private final WebSocketFrames fromClient = new WebSocketFrames(true);
  private final WebSocketFrames fromServer = new WebSocketFrames(false);
  private boolean isGoingAway;

  /** Set once a Close frame of the gateway or of the other side was sent to this side. No more frames are sent to it. */
  private boolean isClientClosed;

  private boolean isServerClosed;

  /** Set once the gateway ends the tunnel. */
  private boolean isOver;

  private boolean open;
  private boolean clientEnded;
  private boolean serverEnded;

  /** The two ends of a tunnel. */
  interface Ends {
    /** Sends the server a frame of the gateway's own, which does not count in the client's flow control. */
    void toServer(ByteBuf frame);

    /** Sends the client a frame of the gateway's own. */
    void toClient(ByteBuf frame);

    /** Ends the tunnel for both sides, because each of them has had a Close frame. */
    void end();

    /** Resets the tunnel, because neither direction moves. */
    void idle();
  }

  Tunnel(ExchangeAccount account, Ends ends) {
    this.connection = account.connection();
    this.loop = account.loop();
    this.ends = ends;
  }

  /** Opens the tunnel after the server has switched. The client may have ended its side before. */
  void open(boolean hasClientEnded) {
    open = true;
    clientEnded = hasClientEnded;
    loop.observer().tunnelOpened(connection.record());
    connection.opened(this);
    moved();
    if (connection.isDraining()) {
      goAway();
    }
  }

  // Drain.

  /** Ends the WebSocket with a Close frame to both sides, now or at the end of a frame. */
  @Override
  public void goAway() {
    if (!open || isGoingAway) {
      return;
    }
    isGoingAway = true;
    proceed();
  }

  /**
   * Returns the part of these client bytes that is passed to the server; the rest is dropped. The caller owns the returned buffer.
   */
  ByteBuf towardsServer(ByteBuf data) {
    if (!isGoingAway) {
      fromClient.follow(data);
      return data;
    }
    return isServerClosed ? nothingOf(data, fromClient) : restOfFrame(data, fromClient);
  }

  /** Returns the part of these server bytes that is passed to the client, as {@link #towardsServer} does. */
  ByteBuf towardsClient(ByteBuf data) {
    if (!isGoingAway) {
      fromServer.follow(data);
      return data;
    }
    return isClientClosed ? nothingOf(data, fromServer) : restOfFrame(data, fromServer);
  }

  private static ByteBuf nothingOf(ByteBuf data, WebSocketFrames frames) {
    frames.follow(data);
    data.release();
    return Unpooled.EMPTY_BUFFER;
  }

  private static ByteBuf restOfFrame(ByteBuf data, WebSocketFrames frames) {
    int bytes = frames.followFrame(data);
    ByteBuf rest = data.readRetainedSlice(bytes);
    frames.follow(data);
    data.release();
    return rest;
  }

  /** Sends a Close frame that waited for the end of a frame. Called after bytes have passed. */
  private void proceed() {
    if (!isGoingAway || !open || isOver) {
      return;
    }
    boolean wereClosed = isClientClosed && isServerClosed;
    closeServer();
    closeClient();
    if (isClientClosed && isServerClosed) {
      if ((fromClient.hasClosed() || clientEnded) && (fromServer.hasClosed() || serverEnded)) {
        end();
      } else if (!wereClosed || !isArmed()) {
        loop.deadlines().arm(this, CLOSE_TIMEOUT.toNanos());
      }
    }
  }

  private void end() {
    isOver = true;
    ends.end();
  }

  private void closeServer() {
    if (isServerClosed) {
      return;
    }
    if (clientEnded || fromClient.hasClosed()) {
      isServerClosed = true;
    } else if (fromClient.isBetweenFrames()) {
      isServerClosed = true;
      ends.toServer(closeFrame(true));
    }
  }

  private void closeClient() {
    if (isClientClosed) {
      return;
    }
    if (serverEnded || fromServer.hasClosed()) {
      isClientClosed = true;
    } else if (fromServer.isBetweenFrames()) {
      isClientClosed = true;
      ends.toClient(closeFrame(false));
    }
  }

  private static ByteBuf closeFrame(boolean isMasked) {
    ByteBuf frame = Unpooled.buffer(8).writeByte(CLOSE_FRAME);
    if (isMasked) {
      int mask = RANDOM.nextInt();
      frame.writeByte(MASKED | STATUS_BYTES).writeInt(mask);
      return frame.writeShort(GOING_AWAY ^ mask >>> 16);
    }
    return frame.writeByte(STATUS_BYTES).writeShort(GOING_AWAY);
  }

  // Progress.

  /** Records bytes from the client, or its end. Returns true if both sides have ended. */
  boolean clientSent(boolean end) {
    clientEnded |= end;
    moved();
    proceed();
    return clientEnded && serverEnded;
  }

  /** Records bytes from the server, or its end. Returns true if both sides have ended. */
  boolean serverSent(boolean end) {
    serverEnded |= end;
    moved();
    proceed();
    return clientEnded && serverEnded;
  }

  /**
   * Returns true if the server owes the client nothing more: after its Close frame it may close the connection at once, also by a reset
   * (RFC 6455 section 7.1.1).
   */
  boolean hasServerClosed() {
    return open && fromServer.hasClosed();
  }

  private void moved() {
    boolean isAwaitingClose = isGoingAway && isClientClosed && isServerClosed && !serverEnded;
    if (open && !isAwaitingClose) {
      Duration idle = connection.listener().timeouts().tunnelIdle();
      loop.deadlines().arm(this, (serverEnded ? LINGER : idle).toNanos());
    }
  }

  /** Closes the tunnel, because the exchange is over. */
  void closed() {
    if (open) {
      open = false;
      connection.closed(this);
      loop.observer().tunnelClosed(connection.record());
      loop.deadlines().disarm(this);
    }
  }

  @Override
  protected void expired() {
    if (isGoingAway && isClientClosed && isServerClosed && !serverEnded) {
      end();
    } else {
      ends.idle();
    }
  }
}
