package io.lychgate.gateway.http3;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;
import org.jspecify.annotations.Nullable;

/**
 * The last frame of a response takes the FIN with it; goes below Netty's codec, which knows no end. A FIN alone may never arrive:
 * quiche 0.29.3 forgets a stream when all of its octets are acknowledged, though its FIN is not (RFC 9000 section 3.1: "Data
 * Recvd" is when both are). Where the packet of that FIN was lost, or still waited for the congestion window, the client has
 * the whole response and waits for its end for ever. Octets that are sent together with the FIN keep the stream until that
 * packet is acknowledged.
 */
final class FinalFrame extends ChannelOutboundHandlerAdapter {
  private @Nullable ChannelPromise last;

  /** The write with this promise is the last. Handlers behind may hold writes back, but keep their promises. */
  void goesWith(ChannelPromise promise) {
    last = promise;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (promise == last && message instanceof ByteBuf octets) {
      ctx.write(new DefaultQuicStreamFrame(octets, true), promise);
    } else {
      ctx.write(message, promise);
    }
  }
}
