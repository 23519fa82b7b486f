package io.lychgate.gateway.simulate;

import io.lychgate.gateway.loop.EventLoops;
import io.lychgate.gateway.loop.Ticker;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.NetUtil;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Opens connections as browsers do. Any thread. */
final class Dialler implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int PATIENCE_OF_CLOSE_MILLIS = 2_000;

  /** Windows of Chromium, in bytes. */
  private static final int STREAM_WINDOW = 6 << 20;

  private static final int CONNECTION_WINDOW = 15 << 20;

  private final EventLoops loops = new EventLoops(
      2, new DefaultThreadFactory("lychgate-simulate", true), NioIoHandler.newFactory());

  /** The open connections over TCP. */
  private final ChannelGroup connections = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);

  private final Target target;
  private final @Nullable SslContext tls;
  private final @Nullable QuicSslContext quicTls;

  /** A connection, and the time that its two steps took. */
  record Dialled(BrowserConnection connection, long connectNanos, long tlsNanos) {}

  /**
   * @param protocols h1, h2 and h3 as far as the browsers support them
   * @throws SSLException if TLS is not available
   */
  Dialler(Target target, Set<String> protocols) throws SSLException {
    this.target = target;
    List<String> offers = new ArrayList<>();
    if (protocols.contains("h2")) {
      offers.add(ApplicationProtocolNames.HTTP_2);
    }
    if (protocols.contains("h1")) {
      offers.add(ApplicationProtocolNames.HTTP_1_1);
    }
    SslContextBuilder builder = SslContextBuilder.forClient();
    if (target.isLocal()) {
      // The certificate of a test is signed by itself.
      builder
          .trustManager(InsecureTrustManagerFactory.INSTANCE)
          .endpointIdentificationAlgorithm(null);
    }
    tls = !target.isSecure() || offers.isEmpty()
        ? null
        : builder
            .applicationProtocolConfig(new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                offers))
            .build();
    QuicSslContextBuilder quic = QuicSslContextBuilder.forClient();
    if (target.isLocal()) {
      quic.trustManager(InsecureTrustManagerFactory.INSTANCE).endpointIdentificationAlgorithm(null);
    }
    quicTls = target.isSecure() && protocols.contains("h3")
        ? quic.applicationProtocols(Http3.supportedApplicationProtocols()).build()
        : null;
  }

  /** Returns true if HTTP/3 is possible. */
  boolean hasQuic() {
    return quicTls != null;
  }

  /** Opens a TCP connection. The target chooses the protocol. */
  CompletableFuture<Dialled> tcp(ClientAddress client, NetworkKind kind) {
    CompletableFuture<Dialled> ready = new CompletableFuture<>();
    long start = System.nanoTime();
    Steps steps = new Steps(ready, start);
    Bootstrap bootstrap = new Bootstrap()
        .group(loops)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, PATIENCE_MILLIS)
        .handler(new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            prepare(channel, client, kind, steps);
          }
        });
    InetAddress source = client.source();
    ChannelFuture connected = source == null
        ? bootstrap.connect(target.address())
        : bootstrap.connect(target.address(), new InetSocketAddress(source, 0));
    connected.addListener(done -> {
      steps.connected();
      if (!done.isSuccess()) {
        ready.completeExceptionally(done.cause());
      } else if (tls == null) {
        connected.channel().eventLoop().execute(() -> http1(connected.channel().pipeline(), steps));
      }
    });
    return ready.orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** The times of a connection that is being opened. */
  private static final class Steps {
    private final CompletableFuture<Dialled> ready;
    private final long start;
    private volatile long connected;

    Steps(CompletableFuture<Dialled> ready, long start) {
      this.ready = ready;
      this.start = start;
    }

    void connected() {
      connected = System.nanoTime();
    }

    void ready(BrowserConnection connection) {
      long at = connected == 0 ? System.nanoTime() : connected;
      if (!ready.complete(new Dialled(connection, at - start, System.nanoTime() - at))) {
        connection.close();
      }
    }
  }

  private void prepare(Channel channel, ClientAddress client, NetworkKind kind, Steps steps) {
    connections.add(channel);
    ChannelPipeline pipeline = channel.pipeline();
    if (kind != NetworkKind.NONE) {
      pipeline.addLast(new SlowLine(kind, Ticker.system()));
    }
    if (client.mode() == ClientAddress.Mode.PROXY) {
      pipeline.addLast(new ProxyLine(client.address(), target.address()));
    }
    SslContext context = tls;
    if (context == null) {
      return;
    }
    SslHandler handler =
        context.newHandler(channel.alloc(), target.host(), target.address().getPort());
    handler.setHandshakeTimeoutMillis(PATIENCE_MILLIS);
    if (!NetUtil.isValidIpV4Address(target.host()) && !NetUtil.isValidIpV6Address(target.host())) {
      // Netty sends no name without a dot, as localhost. Browsers do, and the arm of a connection
      // depends on it.
      SSLParameters parameters = handler.engine().getSSLParameters();
      parameters.setServerNames(List.of(new SNIHostName(target.host())));
      handler.engine().setSSLParameters(parameters);
    }
    pipeline.addLast(handler);
    pipeline.addLast(new ApplicationProtocolNegotiationHandler(ApplicationProtocolNames.HTTP_1_1) {
      @Override
      protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
        if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
          http2(ctx.pipeline(), steps);
        } else {
          http1(ctx.pipeline(), steps);
        }
      }

      @Override
      protected void handshakeFailure(ChannelHandlerContext ctx, Throwable cause) {
        steps.ready.completeExceptionally(cause);
        ctx.close();
      }

      @Override
      public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        steps.ready.completeExceptionally(cause);
        ctx.close();
      }
    });
  }

  private void http1(ChannelPipeline pipeline, Steps steps) {
    Http1Connection connection = new Http1Connection(pipeline.channel(), target.authority());
    pipeline.addLast(new HttpClientCodec(), connection);
    steps.ready(connection);
  }

  private void http2(ChannelPipeline pipeline, Steps steps) {
    pipeline.addLast(
        Http2FrameCodecBuilder.forClient()
            .initialSettings(
                Http2Settings.defaultSettings().pushEnabled(false).initialWindowSize(STREAM_WINDOW))
            .build(),
        new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()));
    steps.ready(new Http2Connection(pipeline.channel(), target.authority()));
  }

  /** Opens an HTTP/3 connection. */
  CompletableFuture<Dialled> quic(ClientAddress client, NetworkKind kind) {
    CompletableFuture<Dialled> ready = new CompletableFuture<>();
    QuicSslContext context = quicTls;
    if (context == null) {
      ready.completeExceptionally(new IllegalStateException("h3 (expected: not called without)"));
      return ready;
    }
    Steps steps = new Steps(ready, System.nanoTime());
    InetAddress source = client.source();
    new Bootstrap()
        .group(loops)
        .channel(NioDatagramChannel.class)
        .handler(new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            if (kind != NetworkKind.NONE) {
              channel.pipeline().addLast(new SlowLine(kind, Ticker.system()));
            }
            channel
                .pipeline()
                .addLast(Http3.newQuicClientCodecBuilder()
                    .sslEngineProvider(connection -> context.newEngine(
                        connection.alloc(), target.host(), target.address().getPort()))
                    .maxIdleTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                    .initialMaxData(CONNECTION_WINDOW)
                    .initialMaxStreamDataBidirectionalLocal(STREAM_WINDOW)
                    .build());
          }
        })
        .bind(source == null ? new InetSocketAddress(0) : new InetSocketAddress(source, 0))
        .addListener((ChannelFuture bound) -> {
          if (bound.isSuccess()) {
            quic(bound.channel(), steps);
          } else {
            ready.completeExceptionally(bound.cause());
          }
        });
    return ready.orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void quic(Channel socket, Steps steps) {
    QuicChannel.newBootstrap(socket)
        .handler(new ChannelInitializer<QuicChannel>() {
          @Override
          protected void initChannel(QuicChannel channel) {
            channel
                .pipeline()
                .addLast(new Http3ClientConnectionHandler(new Ignored(), null, null, null, true));
          }
        })
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, PATIENCE_MILLIS)
        .remoteAddress(target.address())
        .connect()
        .addListener(done -> {
          steps.connected();
          if (done.isSuccess()) {
            steps.ready(
                new Http3Connection((QuicChannel) done.getNow(), socket, target.authority()));
          } else {
            socket.close();
            steps.ready.completeExceptionally(done.cause());
          }
        });
  }

  @Override
  public void close() {
    // Bytes of slow lines and TLS closures are still on their way.
    connections.newCloseFuture().awaitUninterruptibly(PATIENCE_OF_CLOSE_MILLIS);
    loops.shutdownGracefully().awaitUninterruptibly(PATIENCE_MILLIS);
  }

  /** Drops the frames of the server's control stream. */
  private static final class Ignored extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ReferenceCountUtil.release(message);
    }
  }

  /** Sends a header of the PROXY protocol, version 1, before the first byte. */
  private static final class ProxyLine extends ChannelInboundHandlerAdapter {
    private static final int ANY_PORT = 40_000;

    private final String line;

    ProxyLine(InetAddress client, InetSocketAddress target) {
      line = "PROXY TCP4 " + client.getHostAddress() + " 127.0.0.1 " + ANY_PORT + " "
          + target.getPort() + "\r\n";
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      ctx.writeAndFlush(Unpooled.copiedBuffer(line, StandardCharsets.US_ASCII));
      ctx.fireChannelActive();
    }
  }
}
