package io.lychgate.gateway.testkit;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One QUIC connection to a gateway that sends any bytes on any streams: no codec prevents errors. */
public final class RawHttp3Peer implements AutoCloseable {
  private static final int WINDOW = 256 * 1024;
  private static final MultiThreadIoEventLoopGroup LOOPS = new MultiThreadIoEventLoopGroup(
      1, new DefaultThreadFactory("raw-http3", true), NioIoHandler.newFactory());
  private static final QuicSslContext TLS = QuicSslContextBuilder.forClient()
      .trustManager(InsecureTrustManagerFactory.INSTANCE)
      .endpointIdentificationAlgorithm(null)
      .applicationProtocols(Http3.supportedApplicationProtocols())
      .build();

  private final Channel socket;
  private final QuicChannel connection;
  private final List<RawHttp3Stream> ofGateway = new CopyOnWriteArrayList<>();
  private final CloseCode closeCode = new CloseCode();

  private RawHttp3Peer(int port, int permitted) throws Exception {
    socket = new Bootstrap()
        .group(LOOPS)
        .channel(NioDatagramChannel.class)
        .handler(new QuicClientCodecBuilder()
            .sslContext(TLS)
            .maxIdleTimeout(20, TimeUnit.SECONDS)
            .initialMaxData(WINDOW)
            .initialMaxStreamDataBidirectionalLocal(WINDOW)
            .initialMaxStreamDataUnidirectional(WINDOW)
            .initialMaxStreamsUnidirectional(permitted)
            .build())
        .bind(0)
        .sync()
        .channel();
    connection = QuicChannel.newBootstrap(socket)
        .handler(closeCode)
        .streamHandler(new EachOfTheGateway())
        .remoteAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .connect()
        .get(10, TimeUnit.SECONDS);
  }

  public static RawHttp3Peer connect(int port) throws Exception {
    return new RawHttp3Peer(port, 8);
  }

  /** Connects and permits the gateway no unidirectional stream. */
  public static RawHttp3Peer connectWithoutStreams(int port) throws Exception {
    return new RawHttp3Peer(port, 0);
  }

  /** Returns the streams that the gateway has opened, in their order. */
  public List<RawHttp3Stream> ofGateway() {
    return ofGateway;
  }

  /** Opens a request stream and sends these bytes. */
  public RawHttp3Stream request(byte[]... bytes) throws Exception {
    return open(QuicStreamType.BIDIRECTIONAL, bytes);
  }

  /** Opens a unidirectional stream and sends these bytes, which start with its type. */
  public RawHttp3Stream unidirectional(byte[]... bytes) throws Exception {
    return open(QuicStreamType.UNIDIRECTIONAL, bytes);
  }

  /** Opens a control stream and sends SETTINGS, as every client does, followed by these bytes. */
  public RawHttp3Stream control(byte[]... bytes) throws Exception {
    return unidirectional(Http3Bytes.integer(0), Http3Bytes.settings(), Http3Bytes.join(bytes));
  }

  private RawHttp3Stream open(QuicStreamType type, byte[]... bytes) throws Exception {
    RawHttp3Stream stream = new RawHttp3Stream();
    stream.opened(connection.createStream(type, stream).get(10, TimeUnit.SECONDS));
    stream.send(bytes);
    return stream;
  }

  /** Waits until flow control lets nothing more out: quiche drops a CONNECTION_CLOSE without a congestion window. */
  void awaitSent() {
    long unused = Await.still(this::packetsSent, Duration.ofMillis(50));
  }

  private long packetsSent() {
    return connection.collectStats().awaitUninterruptibly().getNow().sent();
  }

  /** Returns the code with which the gateway closed the connection, or null if it did not. */
  public @Nullable Integer closeCode() {
    return closeCode.get();
  }

  @Override
  public void close() {
    connection.close().awaitUninterruptibly();
    socket.close().awaitUninterruptibly();
  }

  private final class EachOfTheGateway extends ChannelInitializer<QuicStreamChannel> {
    @Override
    protected void initChannel(QuicStreamChannel stream) {
      RawHttp3Stream received = new RawHttp3Stream();
      ofGateway.add(received);
      stream.pipeline().addLast(received);
    }
  }
}
