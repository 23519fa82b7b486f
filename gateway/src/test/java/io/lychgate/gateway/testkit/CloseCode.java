package io.lychgate.gateway.testkit;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import org.jspecify.annotations.Nullable;

/** Waits in the pipeline of a QUIC connection for the other side's CONNECTION_CLOSE. */
final class CloseCode extends ChannelInboundHandlerAdapter {
  private volatile @Nullable Integer code;

  /** Null when the other side has not closed the connection. */
  @Nullable
  Integer get() {
    return code;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof QuicConnectionCloseEvent close) {
      code = close.error();
    }
    ctx.fireUserEventTriggered(event);
  }
}
