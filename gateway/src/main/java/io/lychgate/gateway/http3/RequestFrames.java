package io.lychgate.gateway.http3;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http3.Http3ErrorCode;

/**
 * RFC 9114 section 7.1: a request that ends in the midst of a frame is cut, not complete. Netty 4.2.18 passes on what there was of
 * the frame and then the end, as if that were all; so this goes before its codec.
 */
final class RequestFrames extends ChannelInboundHandlerAdapter {
  private final Http3Edge edge;
  private final FrameWalk walk = new FrameWalk(false);

  RequestFrames(Http3Edge edge) {
    this.edge = edge;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof ByteBuf octets) {
      // Nothing within the frames of a request is looked at here, so nothing can be wrong yet.
      var unused = walk.follow(octets);
    }
    ctx.fireChannelRead(message);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE && !walk.isBetweenFrames()) {
      edge.fail(Http3ErrorCode.H3_FRAME_ERROR, "stream ended in the midst of a frame");
      return;
    }
    ctx.fireUserEventTriggered(event);
  }
}
