package io.lychgate.gateway.listen;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;

/**
 * The end of a client's pipeline. A client that is gone with a reset is a matter of course and not of the log; its connection is
 * closed. What else nobody cared for goes on to Netty, which logs it.
 */
@Sharable
final class LostConnections extends ChannelInboundHandlerAdapter {
  static final LostConnections INSTANCE = new LostConnections();

  private LostConnections() {}

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      ctx.close();
    } else {
      ctx.fireExceptionCaught(cause);
    }
  }
}
