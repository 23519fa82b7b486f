package io.lychgate.gateway.http3;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http3.Http3ErrorCode;

/**
 * Detects a request that ends in the middle of a frame and is therefore incomplete (RFC 9114 section 7.1). Netty 4.2.18 passes on
 * the partial frame and then the end, as if the request were complete. So this handler precedes Netty's codec.
 */
final class RequestFrames extends ChannelInboundHandlerAdapter {
  private final ConnectionErrors errors;
  private final FrameWalk walk = new FrameWalk(false);

  RequestFrames(ConnectionErrors errors) {
    this.errors = errors;
  }

  /** Returns the bytes of the request's field section as received; -1 before its frame. */
  long sectionBytes() {
    return walk.firstSectionBytes();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof ByteBuf data) {
      // The content of request frames is not checked here, so no error is possible.
      var unused = walk.follow(data);
    }
    ctx.fireChannelRead(message);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE && !walk.isBetweenFrames()) {
      errors.fail(Http3ErrorCode.H3_FRAME_ERROR, "stream ended in the midst of a frame");
      return;
    }
    ctx.fireUserEventTriggered(event);
  }
}
