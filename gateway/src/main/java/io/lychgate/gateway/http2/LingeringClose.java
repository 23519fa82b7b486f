package io.lychgate.gateway.http2;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * Lets a client that still sends read why its connection ends: closing a socket with unread input makes TCP reset it, and the
 * reset throws away the GOAWAY on its way (RFC 9112 section 9.6 says so for HTTP/1.1). The output is closed, and what comes in
 * is dropped, until the client closes or has had its time. First in the pipeline.
 */
final class LingeringClose extends ChannelDuplexHandler {
  private static final long LINGER_MILLIS = 1000;

  private boolean lingering;

  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (lingering || !(ctx.channel() instanceof DuplexChannel socket) || !socket.isActive()) {
      ctx.close(promise);
      return;
    }
    lingering = true;
    ctx.flush();
    socket.shutdownOutput().addListener(shut -> {
      if (shut.isSuccess()) {
        ctx.read();
        var unused =
            ctx.executor().schedule(() -> ctx.close(promise), LINGER_MILLIS, TimeUnit.MILLISECONDS);
      } else {
        ctx.close(promise);
      }
    });
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (lingering) {
      ReferenceCountUtil.release(message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (lingering) {
      ctx.read();
    } else {
      ctx.fireChannelReadComplete();
    }
  }
}
