package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.http.HeadRules;
import io.lychgate.gateway.http2.FrameGuard;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/**
 * Adds the gateway's checks to a connection of Armeria when its protocol is known. Armeria adds its handlers during the same event,
 * before this handler receives it.
 */
final class ConnectionGuard extends ChannelInboundHandlerAdapter {
  private static final ChannelHandler HTTP_1 = new Http1Heads();

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
      ChannelPipeline pipeline = context.pipeline();
      if (!FrameGuard.install(pipeline, HeadRules::apply)) {
        // Armeria's own HTTP/1.1 codec, which is package-private.
        pipeline.addAfter(
            pipeline.context(CombinedChannelDuplexHandler.class).name(), null, HTTP_1);
      }
      pipeline.remove(this);
    }
    super.userEventTriggered(context, event);
  }

  @Sharable
  private static final class Http1Heads extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
      if (message instanceof HttpRequest request && request.decoderResult().isSuccess()) {
        HeadRules.apply(request);
      }
      super.channelRead(context, message);
    }
  }
}
