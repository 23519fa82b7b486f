package io.lychgate.gateway.listen;

import io.lychgate.gateway.exchange.Drainable;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicPathEvent;

/** Follows a QUIC client from address to address (RFC 9000 section 9). Event loop only. */
final class ClientPaths extends ChannelInboundHandlerAdapter {
  /**
   * Paths of one connection that quiche keeps. It forgets those that a client left by choice, but not those that a NAT took
   * away, as they share the client's connection id; packets from one path more would not be answered.
   */
  static final int MAX = 16;

  /** Then the client is asked to open another connection, while its requests still are answered. */
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
        connection.drain();
      }
    } else if (event instanceof QuicPathEvent.Closed) {
      paths--;
    } else if (event instanceof QuicPathEvent.PeerMigrated migrated) {
      // Logs and forwarded fields name an address only when the client has proved that it is there.
      record.moved(migrated.remote());
    }
    ctx.fireUserEventTriggered(event);
  }
}
