package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig.HttpVersion;
import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.loop.ReadBudget;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.SslContext;
import io.netty.resolver.AddressResolverGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to servers, over TCP or TLS, for every protocol. Netty's resolver resolves names, because the JDK's would
 * block the loop. Any loop.
 */
public final class ServerConnector {
  /**
   * Low and high water mark of bytes queued to a server. Above the high mark the client's body is held back; below the low mark it
   * continues.
   */
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(64 * 1024, 128 * 1024);

  private final Class<? extends Channel> channelType;
  private final AddressResolverGroup<InetSocketAddress> resolver;
  private final UpstreamTls tls;

  public ServerConnector(
      Class<? extends Channel> channelType,
      AddressResolverGroup<InetSocketAddress> resolver,
      UpstreamTls tls) {
    this.channelType = channelType;
    this.resolver = resolver;
    this.tls = tls;
  }

  /** The connection that is to be opened. All methods are called on its loop. */
  public interface Opening {
    /** Returns false if the connection is no longer needed. */
    boolean isWanted();

    /** Returns the protocols to offer by ALPN; empty for none. */
    List<HttpVersion> offered();

    /**
     * Adds the handlers of the protocol, after the TLS handshake if there is one.
     *
     * @param selected the protocol that the server has selected by ALPN; null if it has selected none
     */
    void initialize(ChannelPipeline pipeline, @Nullable String selected);

    /** The connection is open, its TLS handshake complete. Called after {@link #initialize}. */
    void opened();

    /** The server accepted no connection. */
    void failed(ExchangeFailure failure);

    /** This machine has no descriptor for a connection. The server did not fail. */
    void noDescriptor();
  }

  /**
   * Opens a connection. Always calls exactly one of {@link Opening#opened}, {@link Opening#failed} and {@link
   * Opening#noDescriptor}, at once or later.
   */
  public void connect(UpstreamSite site, Endpoint server, Opening opening) {
    SslContext sslContext;
    try {
      sslContext = server.server().scheme() == ServerConfig.Scheme.HTTPS
          ? tls.contextFor(site.config().tls(), opening.offered())
          : null;
    } catch (IOException e) {
      opening.failed(new ExchangeFailure(Kind.TLS_ERROR, server + ": " + e.getMessage(), true));
      return;
    }
    Attempt attempt = new Attempt(site, server, opening, sslContext);
    if (site.descriptors().hasRoom(Use.UPSTREAM)) {
      open(attempt);
      return;
    }
    site.descriptors().awaitRoom(Use.UPSTREAM, opening::isWanted, hasRoom -> {
      if (hasRoom) {
        open(attempt);
      } else {
        opening.noDescriptor();
      }
    });
  }

  private void open(Attempt attempt) {
    UpstreamSite site = attempt.site;
    site.descriptors().take(Use.UPSTREAM);
    ChannelFuture connecting = new Bootstrap()
        .group(site.loop())
        .channel(channelType)
        .resolver(resolver)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        // A server may respond early and close while the request is still being sent. A failed
        // write must not discard the response in the socket.
        .option(ChannelOption.AUTO_CLOSE, false)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .option(ChannelOption.RECVBUF_ALLOCATOR, ReadBudget.ONE_READ)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
            site.config().connectTimeout().toMillis())
        .handler(attempt)
        .connect(attempt.server.server().host(), attempt.server.server().port());
    connecting.addListener((ChannelFutureListener) attempt::connected);
  }

  /** One attempt to open a connection. */
  private static final class Attempt extends ChannelInitializer<Channel> {
    private final UpstreamSite site;
    private final Endpoint server;
    private final Opening opening;
    private final @Nullable SslContext sslContext;

    Attempt(UpstreamSite site, Endpoint server, Opening opening, @Nullable SslContext sslContext) {
      this.site = site;
      this.server = server;
      this.opening = opening;
      this.sslContext = sslContext;
    }

    @Override
    protected void initChannel(Channel channel) {
      if (sslContext == null) {
        opening.initialize(channel.pipeline(), null);
      } else {
        long timeout = site.config().connectTimeout().toNanos();
        TlsHandshake.add(channel, sslContext, site, server, timeout, opening);
      }
    }

    /**
     * Continues on the loop, to which connections and exchanges belong. Netty reports a channel that could not be created on
     * another thread.
     */
    void connected(ChannelFuture done) {
      if (site.loop().inEventLoop()) {
        connectedOnLoop(done);
      } else {
        site.loop().execute(() -> connectedOnLoop(done));
      }
    }

    private void connectedOnLoop(ChannelFuture done) {
      if (!done.isSuccess()) {
        site.descriptors().leave(Use.UPSTREAM);
        failed(done.cause());
        return;
      }
      done.channel().closeFuture().addListener(closed -> site.descriptors().leave(Use.UPSTREAM));
      if (sslContext == null) {
        opening.opened();
      }
    }

    private void failed(@Nullable Throwable cause) {
      if (cause instanceof ChannelException) {
        // The kernel has no descriptor or no memory for a socket.
        site.descriptors().exhausted();
        opening.noDescriptor();
        return;
      }
      Kind kind = cause instanceof ConnectTimeoutException
          ? Kind.CONNECTION_TIMEOUT
          : cause instanceof UnknownHostException ? Kind.DNS_ERROR : Kind.CONNECTION_REFUSED;
      opening.failed(new ExchangeFailure(
          kind, server + ": " + (cause == null ? "closed" : cause.getMessage()), true));
    }
  }
}
