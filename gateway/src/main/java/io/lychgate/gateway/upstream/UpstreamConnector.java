package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.loop.ReadBudget;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.resolver.AddressResolverGroup;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to servers, on the pool's own loop. Netty's resolver resolves names, because the JDK's would block the loop.
 */
public final class UpstreamConnector {
  /**
   * Low and high water mark of bytes queued to a server. Above the high mark the client's body is held back; below the low mark it
   * continues.
   */
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(64 * 1024, 128 * 1024);

  private final Class<? extends Channel> channelType;
  private final AddressResolverGroup<InetSocketAddress> resolver;
  private final UpstreamTls tls;

  public UpstreamConnector(
      Class<? extends Channel> channelType,
      AddressResolverGroup<InetSocketAddress> resolver,
      UpstreamTls tls) {
    this.channelType = channelType;
    this.resolver = resolver;
    this.tls = tls;
  }

  /**
   * Opens a connection. Always calls {@link UpstreamExchange#connected} or {@link ServerPool#connectFailed} on the loop of the
   * pool.
   */
  void connect(ServerPool pool, UpstreamConnection connection, UpstreamExchange exchange) {
    ServerConfig server = pool.server();
    SslContext sslContext;
    try {
      sslContext = server.scheme() == ServerConfig.Scheme.HTTPS
          ? tls.contextFor(pool.upstream().tls())
          : null;
    } catch (SSLException e) {
      pool.connectFailed(
          connection,
          exchange,
          new ExchangeFailure(Kind.TLS_ERROR, server + ": " + e.getMessage(), true));
      return;
    }
    if (pool.descriptors().hasRoom(Use.UPSTREAM)) {
      open(pool, connection, exchange, sslContext);
      return;
    }
    pool.descriptors().awaitRoom(Use.UPSTREAM, () -> !exchange.isDone(), hasRoom -> {
      if (hasRoom) {
        open(pool, connection, exchange, sslContext);
      } else {
        pool.noDescriptor(connection, exchange);
      }
    });
  }

  private void open(
      ServerPool pool,
      UpstreamConnection connection,
      UpstreamExchange exchange,
      @Nullable SslContext sslContext) {
    ServerConfig server = pool.server();
    pool.descriptors().take(Use.UPSTREAM);
    ChannelFuture opening = new Bootstrap()
        .group(pool.loop())
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
            pool.upstream().connectTimeout().toMillis())
        .handler(new Initializer(pool, connection, sslContext))
        .connect(server.host(), server.port());
    opening.addListener((ChannelFutureListener) done -> onLoop(pool, exchange, connection, done));
  }

  /**
   * Continues on the loop, to which pools and exchanges belong. Netty reports a channel that could not be created on another
   * thread.
   */
  private static void onLoop(
      ServerPool pool,
      UpstreamExchange exchange,
      UpstreamConnection connection,
      ChannelFuture opening) {
    if (pool.loop().inEventLoop()) {
      opened(pool, exchange, connection, opening);
    } else {
      pool.loop().execute(() -> opened(pool, exchange, connection, opening));
    }
  }

  private static void opened(
      ServerPool pool,
      UpstreamExchange exchange,
      UpstreamConnection connection,
      ChannelFuture opening) {
    if (!opening.isSuccess()) {
      pool.descriptors().leave(Use.UPSTREAM);
      connectFailed(pool, connection, exchange, opening.cause());
      return;
    }
    opening.channel().closeFuture().addListener(closed -> pool.descriptors().leave(Use.UPSTREAM));
    SslHandler ssl = opening.channel().pipeline().get(SslHandler.class);
    if (ssl == null) {
      ready(pool, exchange, connection);
      return;
    }
    ssl.handshakeFuture().addListener(handshake -> {
      if (handshake.isSuccess()) {
        ready(pool, exchange, connection);
      } else {
        opening.channel().close();
        String why = pool.server() + ": TLS handshake: " + handshake.cause().getMessage();
        pool.connectFailed(connection, exchange, new ExchangeFailure(Kind.TLS_ERROR, why, true));
      }
    });
  }

  private static void connectFailed(
      ServerPool pool,
      UpstreamConnection connection,
      UpstreamExchange exchange,
      @Nullable Throwable cause) {
    if (cause instanceof ChannelException) {
      // The kernel has no descriptor or no memory for a socket.
      pool.descriptors().exhausted();
      pool.noDescriptor(connection, exchange);
    } else {
      pool.connectFailed(connection, exchange, failureOf(pool.server(), cause));
    }
  }

  private static void ready(
      ServerPool pool, UpstreamExchange exchange, UpstreamConnection connection) {
    connection.opened();
    if (exchange.isDone()) {
      pool.release(connection);
    } else if (!connection.isUsable()) {
      connection.close();
      exchange.connectFailed(new ExchangeFailure(
          Kind.RESPONSE_MALFORMED,
          pool.server() + ": sent bytes or closed the connection before the request",
          true));
    } else {
      connection.take(exchange);
      exchange.connected(connection);
    }
  }

  private static ExchangeFailure failureOf(ServerConfig server, @Nullable Throwable cause) {
    Kind kind = cause instanceof ConnectTimeoutException
        ? Kind.CONNECTION_TIMEOUT
        : cause instanceof UnknownHostException ? Kind.DNS_ERROR : Kind.CONNECTION_REFUSED;
    return new ExchangeFailure(
        kind, server + ": " + (cause == null ? "closed" : cause.getMessage()), true);
  }

  private static final class Initializer extends ChannelInitializer<Channel> {
    private final ServerPool pool;
    private final UpstreamConnection connection;
    private final @Nullable SslContext sslContext;

    Initializer(ServerPool pool, UpstreamConnection connection, @Nullable SslContext sslContext) {
      this.pool = pool;
      this.connection = connection;
      this.sslContext = sslContext;
    }

    @Override
    protected void initChannel(Channel channel) {
      if (sslContext != null) {
        ServerConfig server = pool.server();
        String configured = pool.upstream().tls().serverName();
        String name = configured == null ? server.host() : configured;
        SslHandler ssl = sslContext.newHandler(channel.alloc(), name, server.port());
        ssl.setHandshakeTimeoutMillis(pool.upstream().connectTimeout().toMillis());
        channel.pipeline().addLast(ssl);
      }
      channel.pipeline().addLast(connection.decoder(), connection);
    }
  }
}
