package io.lychgate.gateway.testkit;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import org.jspecify.annotations.Nullable;

/** Handler of a QUIC connection that records the CONNECTION_CLOSE of the peer. */
final class CloseCode extends ChannelInboundHandlerAdapter {
  private volatile @Nullable Integer code;

  /** Returns null if the peer has not closed the connection. */
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
