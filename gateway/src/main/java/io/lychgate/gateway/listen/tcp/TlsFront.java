package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.exchange.CertifiedNames;
import io.lychgate.gateway.exchange.ServedNames;
import io.lychgate.gateway.experiment.Assigned;
import io.lychgate.gateway.listen.ocsp.Staple;
import io.lychgate.gateway.listen.tls.AlpnChallenges;
import io.lychgate.gateway.listen.tls.Contexts;
import io.lychgate.gateway.listen.tls.OwnedNames;
import io.lychgate.gateway.listen.tls.ServerNames;
import io.lychgate.gateway.listen.tls.TlsIdentities;
import io.lychgate.gateway.message.Treatment;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateExecutor;
import java.io.IOException;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** Adds TLS to the front of a pipeline: with the only certificate at once, or with the one for the client's SNI. */
final class TlsFront {
  /** Maximum bytes of a ClientHello. One with post-quantum key shares has about 1.8 KiB; Netty would accept 64 KiB of any data. */
  private static final int MAX_CLIENT_HELLO_BYTES = 16 * 1024;

  private TlsFront() {}

  /** @param owned the names of the certificates of all listeners */
  static void addTo(
      ChannelPipeline pipeline, TlsIdentities identities, OwnedNames owned, ProtocolChoice choice) {
    ServerNames<SslContext> contexts =
        Objects.requireNonNull(identities.tcp(), "tls").byName();
    AlpnChallenges challenges = Objects.requireNonNull(identities.challenges(), "tls");
    if (contexts.isSingle()
        && choice.passthrough().isEmpty()
        && challenges.isEmpty()
        && !choice.decidesByName()) {
      ClientTls tls = newTls(contexts.fallback(), pipeline.channel().alloc(), choice, identities);
      pipeline.addLast(tls);
      pipeline.addLast(choice.afterHandshake(
          tls,
          served(identities.certified().fallback(), identities, owned, choice),
          Assigned.NONE));
    } else {
      pipeline.addLast(new Sni(identities, contexts, owned, choice));
    }
  }

  private static ServedNames served(
      CertifiedNames own, TlsIdentities identities, OwnedNames owned, ProtocolChoice choice) {
    return new ServedNames(own, owned, identities.names(), choice.passthroughConfig());
  }

  private static ClientTls newTls(
      SslContext context, ByteBufAllocator alloc, ProtocolChoice choice, TlsIdentities identities) {
    SSLEngine engine = context.newEngine(alloc);
    Staple staple = identities.staple(context);
    byte[] response = staple == null ? null : staple.response();
    if (response != null && engine instanceof ReferenceCountedOpenSslEngine openSsl) {
      openSsl.setOcspResponse(response);
    }
    ClientTls tls =
        new ClientTls(engine, ImmediateExecutor.INSTANCE, choice.loop().observer());
    // HandshakeTurns bounds the duration of the whole handshake.
    tls.setHandshakeTimeoutMillis(0);
    return tls;
  }

  /**
   * Reads the ClientHello, however it is split into records and segments, and selects the certificate of the connection, or the
   * server to which it is passed on.
   */
  private static final class Sni extends SniHandler {
    private final TlsIdentities identities;
    private final ServerNames<SslContext> contexts;
    private final OwnedNames owned;
    private final ProtocolChoice choice;
    private final AlpnChallenges challenges;

    /** True if an authority checks a name: it speaks nothing but {@code acme-tls/1}. */
    private boolean isChallenge;

    Sni(
        TlsIdentities identities,
        ServerNames<SslContext> contexts,
        OwnedNames owned,
        ProtocolChoice choice) {
      super((name, promise) -> promise.setSuccess(contexts.map(name)), MAX_CLIENT_HELLO_BYTES, 0);
      this.identities = identities;
      this.contexts = contexts;
      this.owned = owned;
      this.choice = choice;
      this.challenges = Objects.requireNonNull(identities.challenges(), "tls");
    }

    @Override
    protected Future<SslContext> lookup(ChannelHandlerContext ctx, @Nullable ByteBuf hello)
        throws Exception {
      isChallenge = hello != null && !challenges.isEmpty() && OfferedProtocols.isChallenge(hello);
      return super.lookup(ctx, hello);
    }

    @Override
    protected SslHandler newSslHandler(SslContext context, ByteBufAllocator alloc) {
      return newTls(context, alloc, choice, identities);
    }

    @Override
    protected void replaceHandler(
        ChannelHandlerContext ctx, @Nullable String hostname, SslContext context) throws Exception {
      if (isChallenge) {
        respondToChallenge(ctx, challenges.find(hostname));
        return;
      }
      PassthroughNames.Target target = choice.passthrough().find(hostname, contexts);
      if (hostname != null && target != null) {
        choice.passThrough(ctx.pipeline(), this, hostname, target);
        return;
      }
      ServedNames served = served(identities.certified().map(hostname), identities, owned, choice);
      Assigned arms = choice.arms(hostname, ctx.pipeline());
      ClientTls tls =
          (ClientTls) newSslHandler(offered(ctx, hostname, context, arms.treatment()), ctx.alloc());
      try {
        ctx.pipeline().addAfter(ctx.name(), null, choice.afterHandshake(tls, served, arms));
        ctx.pipeline().replace(this, null, tls);
      } catch (RuntimeException e) {
        // Only a handler of a pipeline frees its engine.
        ReferenceCountUtil.safeRelease(tls.engine());
        throw e;
      }
    }

    /** A reset of the client, or data that is no ClientHello, is normal and not logged. Netty logs other errors. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      boolean isWrapped = cause instanceof DecoderException && cause.getCause() != null;
      Throwable first = isWrapped ? cause.getCause() : cause;
      if (!(first instanceof IOException || first instanceof DecoderException)) {
        ctx.fireExceptionCaught(cause);
      }
      ctx.close();
    }

    /** Applies the arms of the client, which are chosen before ALPN. */
    private SslContext offered(
        ChannelHandlerContext ctx,
        @Nullable String hostname,
        SslContext context,
        Treatment treatment) {
      String congestion = treatment.congestion();
      if (congestion != null) {
        KernelCongestion.set(ctx.channel(), congestion);
      }
      Contexts<SslContext> http1 = identities.http1();
      return "h1".equals(treatment.protocol()) && http1 != null
          ? http1.byName().map(hostname)
          : context;
    }

    /** RFC 8737 section 3: the handshake is the response, and no bytes follow it. */
    private void respondToChallenge(ChannelHandlerContext ctx, @Nullable SslContext context) {
      if (context == null) {
        ctx.close();
        return;
      }
      ctx.pipeline().addAfter(ctx.name(), null, new EndOfChallenge());
      ctx.pipeline().replace(this, null, newTls(context, ctx.alloc(), choice, identities));
    }
  }

  /** Closes the connection of an authority when its handshake has ended. */
  private static final class EndOfChallenge extends ChannelInboundHandlerAdapter {
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof SslHandshakeCompletionEvent) {
        ctx.close();
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close();
    }
  }
}
