package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.UpstreamTlsConfig;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.NetUtil;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The TLS handshake of one connection to a server. The handlers of HTTP are added at its end, because ALPN selects the version,
 * and because nothing is sent to a server without a pinned key. Event loop only.
 */
final class TlsHandshake extends ChannelInboundHandlerAdapter {
  private final Endpoint server;
  private final UpstreamTlsConfig config;
  private final SslHandler tls;
  private final ServerConnector.Opening opening;
  private boolean isOver;

  private TlsHandshake(
      Endpoint server, UpstreamTlsConfig config, SslHandler tls, ServerConnector.Opening opening) {
    this.server = server;
    this.config = config;
    this.tls = tls;
    this.opening = opening;
  }

  /**
   * Adds TLS to a channel that is connected or being connected. From its connection on, this calls exactly one of
   * {@link ServerConnector.Opening#opened} and {@link ServerConnector.Opening#failed}.
   */
  static void add(
      Channel channel,
      SslContext context,
      UpstreamSite site,
      Endpoint server,
      long timeoutNanos,
      ServerConnector.Opening opening) {
    UpstreamTlsConfig config = site.config().tls();
    String configured = config.serverName();
    String name = configured == null ? server.server().host() : configured;
    SslHandler tls = context.newHandler(channel.alloc(), name, server.server().port());
    sendName(tls.engine(), name);
    tls.setHandshakeTimeout(timeoutNanos, TimeUnit.NANOSECONDS);
    channel.pipeline().addLast(tls, new TlsHandshake(server, config, tls, opening));
  }

  /** Sends a name of one label, as is common in container networks. Netty sends names with a dot by itself. RFC 6066 section 3. */
  private static void sendName(SSLEngine engine, String name) {
    if (name.indexOf('.') >= 0 || NetUtil.isValidIpV6Address(name)) {
      return;
    }
    SNIHostName sent;
    try {
      sent = new SNIHostName(name);
    } catch (IllegalArgumentException notAName) {
      return;
    }
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setServerNames(List.of(sent));
    engine.setSSLParameters(parameters);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
    if (!(event instanceof SslHandshakeCompletionEvent end)) {
      super.userEventTriggered(ctx, event);
    } else if (end.isSuccess()) {
      succeeded(ctx);
    } else {
      failed(ctx, TlsFailure.ofHandshake(server.toString(), end.cause()));
    }
  }

  private void succeeded(ChannelHandlerContext ctx) {
    if (isOver) {
      return;
    }
    ExchangeFailure problem = certificateProblem();
    if (problem != null) {
      failed(ctx, problem);
      return;
    }
    isOver = true;
    opening.initialize(ctx.pipeline(), tls.applicationProtocol());
    ctx.pipeline().remove(this);
    opening.opened();
  }

  private @Nullable ExchangeFailure certificateProblem() {
    try {
      Certificate[] chain = tls.engine().getSession().getPeerCertificates();
      if (config.verify() && chain[0] instanceof X509Certificate leaf) {
        // The JDK accepts an expired certificate that is itself in the file of authorities.
        leaf.checkValidity();
      }
      return config.pins().isEmpty() || hasPinnedKey(chain[0])
          ? null
          : rejected("its key is none of tls.pins");
    } catch (GeneralSecurityException e) {
      return TlsFailure.ofHandshake(server.toString(), e);
    } catch (SSLPeerUnverifiedException without) {
      return rejected("no certificate");
    }
  }

  private ExchangeFailure rejected(String why) {
    return new ExchangeFailure(
        Kind.TLS_CERTIFICATE, server + ": the certificate was rejected (" + why + ")", true);
  }

  /** The server proves that it has the key of the first certificate only. It may send any others with it. */
  private boolean hasPinnedKey(Certificate leaf) throws GeneralSecurityException {
    byte[] key = leaf.getPublicKey().getEncoded();
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(key);
    return config.pins().contains(Base64.getEncoder().encodeToString(hash));
  }

  private void failed(ChannelHandlerContext ctx, ExchangeFailure failure) {
    if (!isOver) {
      isOver = true;
      ctx.close();
      opening.failed(failure);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    failed(
        ctx,
        new ExchangeFailure(
            Kind.TLS_ERROR, server + ": TLS handshake: closed by the server", true));
    super.channelInactive(ctx);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    failed(ctx, TlsFailure.ofHandshake(server.toString(), cause));
  }
}
