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
  private final CloseCode closeCode = new CloseCode();

  private RawHttp3Peer(int port) throws Exception {
    socket = new Bootstrap()
        .group(LOOPS)
        .channel(NioDatagramChannel.class)
        .handler(new QuicClientCodecBuilder()
            .sslContext(TLS)
            .maxIdleTimeout(20, TimeUnit.SECONDS)
            .initialMaxData(WINDOW)
            .initialMaxStreamDataBidirectionalLocal(WINDOW)
            .initialMaxStreamDataUnidirectional(WINDOW)
            .initialMaxStreamsUnidirectional(8)
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
    return new RawHttp3Peer(port);
  }

  /** Opens a request stream and says this. */
  public RawHttp3Stream request(byte[]... octets) throws Exception {
    return open(QuicStreamType.BIDIRECTIONAL, octets);
  }

  /** Opens a stream that only we write on, and says this: its type first. */
  public RawHttp3Stream unidirectional(byte[]... octets) throws Exception {
    return open(QuicStreamType.UNIDIRECTIONAL, octets);
  }

  /** A control stream with SETTINGS, as each client begins, and this behind them. */
  public RawHttp3Stream control(byte[]... octets) throws Exception {
    return unidirectional(Http3Bytes.integer(0), Http3Bytes.settings(), Http3Bytes.join(octets));
  }

  private RawHttp3Stream open(QuicStreamType type, byte[]... octets) throws Exception {
    RawHttp3Stream stream = new RawHttp3Stream();
    stream.opened(connection.createStream(type, stream).get(10, TimeUnit.SECONDS));
    stream.say(octets);
    return stream;
  }

  /** Waits until nothing more is sent, for want of flow control: quiche drops a CONNECTION_CLOSE for which there is no congestion window. */
  void awaitSent() {
    long unused = Await.still(this::packetsSent, Duration.ofMillis(50));
  }

  private long packetsSent() {
    return connection.collectStats().awaitUninterruptibly().getNow().sent();
  }

  /** The code by which the gateway closed the connection; null when it did not. */
  public @Nullable Integer closeCode() {
    return closeCode.get();
  }

  @Override
  public void close() {
    connection.close().awaitUninterruptibly();
    socket.close().awaitUninterruptibly();
  }

  private static final class EachOfTheGateway extends ChannelInitializer<QuicStreamChannel> {
    @Override
    protected void initChannel(QuicStreamChannel stream) {
      stream.pipeline().addLast(new RawHttp3Stream());
    }
  }
}
