package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.exchange.Drainable;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.census.CloseReason;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicPathEvent;

/**
 * Follows a QUIC client from address to address (RFC 9000 section 9), and records the cause of the connection's end. First in the
 * pipeline. Event loop only.
 */
final class ClientPaths extends ChannelDuplexHandler {
  /**
   * Maximum number of paths of one connection that quiche keeps. It drops paths that a client left by choice. It keeps paths that a
   * NAT replaced, because they share the client's connection id. Packets from one more path would get no response.
   */
  static final int MAX = 16;

  /** Number of paths at which the connection is drained, so that the client opens another one. Its requests still get responses. */
  private static final int MANY = MAX - 4;

  private final ConnectionRecord record;
  private final Drainable connection;
  private int paths = 1;

  ClientPaths(ConnectionRecord record, Drainable connection) {
    this.record = record;
    this.connection = connection;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof QuicPathEvent.New) {
      paths++;
      if (paths == MANY) {
        record.closing(CloseReason.LIMIT);
        connection.drain();
      }
    } else if (event instanceof QuicPathEvent.Closed) {
      paths--;
    } else if (event instanceof QuicPathEvent.PeerMigrated migrated) {
      // Logs and forwarded fields name an address only after the client has proved that it owns it.
      record.moved(migrated.remote());
    } else if (event instanceof QuicConnectionCloseEvent) {
      record.closing(CloseReason.CLIENT);
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (QuicFailures.isOfClient(cause)) {
      record.closing(CloseReason.ERROR);
    }
    ctx.fireExceptionCaught(cause);
  }

  /** Handles a close by the gateway that has no other reason. */
  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (ctx.channel().isOpen()) {
      record.closing(CloseReason.ERROR);
    }
    ctx.close(promise);
  }

  /** Returns the cause of an end that neither side has announced: the idle timeout of QUIC, else a reset. */
  static CloseReason unannounced(QuicChannel channel) {
    return channel.isTimedOut() ? CloseReason.IDLE : CloseReason.RESET;
  }
}
