package io.lychgate.gateway.testkit;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.http3.Http3GoAwayFrame;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** One HTTP/3 connection to a gateway on this machine. The client accepts any certificate. */
public final class Http3Client implements AutoCloseable {
  /** Bytes that a server may send on one stream before this client reads. */
  public static final int STREAM_WINDOW = 256 * 1024;

  private static final int CONNECTION_WINDOW = 16 * STREAM_WINDOW;
  private static final int HTTPS = 443;

  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel socket;
  private final QuicChannel connection;
  private final List<Long> goAways = new CopyOnWriteArrayList<>();
  private final CloseCode closeCode = new CloseCode();

  private Http3Client(
      int port, @Nullable String serverName, QuicSslContext tls, long connectionWindow)
      throws Exception {
    socket = new Bootstrap()
        .group(loops)
        .channel(NioDatagramChannel.class)
        .handler(Http3.newQuicClientCodecBuilder()
            .sslEngineProvider(channel -> serverName == null
                ? tls.newEngine(channel.alloc())
                // Sessions are stored by name and port, independent of the gateway that serves
                // them.
                : tls.newEngine(channel.alloc(), serverName, HTTPS))
            .maxIdleTimeout(20, TimeUnit.SECONDS)
            .initialMaxData(connectionWindow)
            .initialMaxStreamDataBidirectionalLocal(STREAM_WINDOW)
            .build())
        .bind(0)
        .sync()
        .channel();
    connection = QuicChannel.newBootstrap(socket)
        .handler(new ChannelInitializer<QuicChannel>() {
          @Override
          protected void initChannel(QuicChannel channel) {
            channel
                .pipeline()
                .addLast(
                    closeCode,
                    new Http3ClientConnectionHandler(new Control(), null, null, null, true));
          }
        })
        .remoteAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .connect()
        .get(10, TimeUnit.SECONDS);
  }

  /** Connects without a server name, as for an IP address in a URL. */
  public static Http3Client connect(int port) throws Exception {
    return new Http3Client(port, null, tls(), CONNECTION_WINDOW);
  }

  public static Http3Client connect(int port, String serverName) throws Exception {
    return new Http3Client(port, serverName, tls(), CONNECTION_WINDOW);
  }

  /** Connects with a TLS context of {@link #tls}, which keeps sessions over several connections. */
  public static Http3Client connect(int port, String serverName, QuicSslContext tls)
      throws Exception {
    return new Http3Client(port, serverName, tls, CONNECTION_WINDOW);
  }

  /**
   * Connects with a small window.
   *
   * @param connectionWindow bytes that a server may send on all streams together before this client reads
   */
  public static Http3Client connectNarrow(int port, String serverName, long connectionWindow)
      throws Exception {
    return new Http3Client(port, serverName, tls(), connectionWindow);
  }

  public static QuicSslContext tls() {
    return QuicSslContextBuilder.forClient()
        .trustManager(InsecureTrustManagerFactory.INSTANCE)
        .endpointIdentificationAlgorithm(null)
        .applicationProtocols(Http3.supportedApplicationProtocols())
        .build();
  }

  /** Opens a stream without sending anything. */
  public Http3Request open() throws Exception {
    Http3Request request = new Http3Request(closeCode);
    request.stream(Http3.newRequestStream(connection, request).get(10, TimeUnit.SECONDS));
    return request;
  }

  public Http3Request get(String path) throws Exception {
    Http3Request request = open();
    request.headers(Http3Request.head("GET", path), true);
    return request;
  }

  /** Writes raw bytes on the client's control stream. */
  public void control(byte[] frame) {
    // The loop opens the control stream when the handshake is complete.
    Await.until(() -> {
      if (Http3.getLocalControlStream(connection) == null) {
        throw new AssertionError("no control stream yet");
      }
    });
    Channel control =
        Objects.requireNonNull(Http3.getLocalControlStream(connection), "no control stream");
    // Writes from the head of the pipeline, below the codec, which writes no frames of unknown
    // types.
    control
        .eventLoop()
        .execute(
            () -> control.pipeline().firstContext().writeAndFlush(Unpooled.copiedBuffer(frame)));
  }

  /** Returns the subject of the server's certificate. */
  public String certificate() throws SSLPeerUnverifiedException {
    SSLEngine engine = Objects.requireNonNull(connection.sslEngine(), "no TLS");
    X509Certificate leaf = (X509Certificate) engine.getSession().getPeerCertificates()[0];
    return leaf.getSubjectX500Principal().getName();
  }

  /** Returns the stream ids of the received GOAWAY frames. */
  public List<Long> goAways() {
    return goAways;
  }

  /** Returns the code with which the server closed the connection, or null if it did not. */
  public @Nullable Integer closeCode() {
    return closeCode.get();
  }

  public boolean isOpen() {
    return connection.isOpen();
  }

  @Override
  public void close() {
    connection.close().awaitUninterruptibly();
    socket.close().awaitUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private final class Control extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof Http3GoAwayFrame frame) {
        goAways.add(frame.id());
      }
      ReferenceCountUtil.release(message);
    }
  }
}
