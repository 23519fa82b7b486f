package io.lychgate.gateway.listen.tcp;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.nio.channels.NotYetConnectedException;

/**
 * The last handler of a client's pipeline. A reset by a client is normal and not logged; its connection is closed. Other unhandled
 * errors are passed on to Netty, which logs them.
 *
 * <p>A read after a reset fails with ENOTCONN if a write has already got the error of the reset. Netty reports that as {@link
 * NotYetConnectedException}, which is no {@link IOException}, and does not close the channel.
 */
@Sharable
final class LostConnections extends ChannelInboundHandlerAdapter {
  static final LostConnections INSTANCE = new LostConnections();

  private LostConnections() {}

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException || cause instanceof NotYetConnectedException) {
      ctx.close();
    } else {
      ctx.fireExceptionCaught(cause);
    }
  }
}
