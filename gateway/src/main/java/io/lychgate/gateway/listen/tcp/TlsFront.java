package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.listen.tls.ServerNames;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ImmediateExecutor;
import org.jspecify.annotations.Nullable;

/** Adds TLS to the front of a pipeline: with the only certificate at once, or with the one for the client's SNI. */
final class TlsFront {
  /** Maximum bytes of a ClientHello. One with post-quantum key shares has about 1.8 KiB; Netty would accept 64 KiB of any data. */
  private static final int MAX_CLIENT_HELLO_BYTES = 16 * 1024;

  private TlsFront() {}

  static void addTo(
      ChannelPipeline pipeline, ServerNames<SslContext> identities, ProtocolChoice choice) {
    if (identities.isSingle() && choice.passthrough().isEmpty()) {
      ClientTls tls = newTls(identities.fallback(), pipeline.channel().alloc(), choice);
      pipeline.addLast(tls);
      pipeline.addLast(choice.afterHandshake(tls));
    } else {
      pipeline.addLast(new Sni(identities, choice));
    }
  }

  private static ClientTls newTls(
      SslContext context, ByteBufAllocator alloc, ProtocolChoice choice) {
    ClientTls tls = new ClientTls(
        context.newEngine(alloc), ImmediateExecutor.INSTANCE, choice.loop().observer());
    // HandshakeTurns bounds the duration of the whole handshake.
    tls.setHandshakeTimeoutMillis(0);
    return tls;
  }

  /**
   * Reads the ClientHello, however it is split into records and segments, and selects the certificate of the connection, or the
   * server to which it is passed on.
   */
  private static final class Sni extends SniHandler {
    private final ServerNames<SslContext> identities;
    private final ProtocolChoice choice;

    Sni(ServerNames<SslContext> identities, ProtocolChoice choice) {
      super((name, promise) -> promise.setSuccess(identities.map(name)), MAX_CLIENT_HELLO_BYTES, 0);
      this.identities = identities;
      this.choice = choice;
    }

    @Override
    protected SslHandler newSslHandler(SslContext context, ByteBufAllocator alloc) {
      return newTls(context, alloc, choice);
    }

    @Override
    protected void replaceHandler(
        ChannelHandlerContext ctx, @Nullable String hostname, SslContext context) throws Exception {
      PassthroughNames.Target target = choice.passthrough().find(hostname, identities);
      if (hostname != null && target != null) {
        choice.passThrough(ctx.pipeline(), this, hostname, target);
        return;
      }
      ClientTls tls = (ClientTls) newSslHandler(context, ctx.alloc());
      ctx.pipeline().addAfter(ctx.name(), null, choice.afterHandshake(tls));
      ctx.pipeline().replace(this, null, tls);
    }
  }
}
