package io.lychgate.gateway.testkit;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** QUIC handshakes that are started from one address, in any number, and never completed. */
public final class HalfOpen implements AutoCloseable {
  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final InetSocketAddress server;
  private final Channel socket;

  public HalfOpen(int port) throws InterruptedException {
    server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    QuicSslContext tls = QuicSslContextBuilder.forClient()
        .trustManager(InsecureTrustManagerFactory.INSTANCE)
        .endpointIdentificationAlgorithm(null)
        .applicationProtocols(Http3.supportedApplicationProtocols())
        .build();
    socket = new Bootstrap()
        .group(loops)
        .channel(NioDatagramChannel.class)
        .handler(Http3.newQuicClientCodecBuilder()
            .sslContext(tls)
            .maxIdleTimeout(60, TimeUnit.SECONDS)
            .initialMaxData(1024)
            .build())
        .bind(0)
        .sync()
        .channel();
  }

  /** Starts this many handshakes. */
  public void begin(int handshakes) {
    for (int i = 0; i < handshakes; i++) {
      var unused = QuicChannel.newBootstrap(socket)
          .handler(new ChannelInboundHandlerAdapter())
          .remoteAddress(server)
          .connect();
    }
  }

  @Override
  public void close() {
    socket.close().awaitUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
