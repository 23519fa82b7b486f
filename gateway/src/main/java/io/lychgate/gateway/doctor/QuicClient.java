package io.lychgate.gateway.doctor;

import io.lychgate.gateway.loop.EventLoops;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Opens HTTP/3 connections to one server, accepts any certificate, and reuses the session tickets of earlier connections. */
final class QuicClient implements AutoCloseable {
  /** Bytes. Enough for the head and the beginning of a page. */
  private static final int WINDOW = 1024 * 1024;

  private final InetSocketAddress address;
  private final String host;
  private final Duration patience;
  private final SeenChain seen = new SeenChain();
  private final EventLoops loops = new EventLoops(
      1, new DefaultThreadFactory("lychgate-doctor", true), NioIoHandler.newFactory());
  private final QuicSslContext tls;

  /** @param host host of the origin for SNI, independent of the address */
  QuicClient(InetSocketAddress address, String host, Duration patience) {
    this.address = address;
    this.host = host;
    this.patience = patience;
    this.tls = QuicSslContextBuilder.forClient()
        .trustManager(seen)
        .endpointIdentificationAlgorithm(null)
        .applicationProtocols(Http3.supportedApplicationProtocols())
        .earlyData(true)
        .build();
  }

  /** Opens a connection. The message of an exception has the error of the server, or the timeout. */
  QuicVisit visit() throws IOException, InterruptedException {
    seen.clear();
    QuicVisit visit = new QuicVisit(seen, patience);
    Channel socket = socket();
    long start = System.nanoTime();
    try {
      QuicChannel connection = QuicChannel.newBootstrap(socket)
          .handler(visit.handler())
          .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) patience.toMillis())
          .remoteAddress(address)
          .connect()
          .get(patience.toMillis(), TimeUnit.MILLISECONDS);
      visit.connected(connection, socket, System.nanoTime() - start);
      return visit;
    } catch (ExecutionException | TimeoutException e) {
      socket.close();
      throw new IOException(visit.failure(e), e);
    }
  }

  private Channel socket() throws IOException {
    try {
      return new Bootstrap()
          .group(loops)
          .channel(NioDatagramChannel.class)
          .handler(Http3.newQuicClientCodecBuilder()
              .sslEngineProvider(channel -> tls.newEngine(channel.alloc(), host, address.getPort()))
              .maxIdleTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
              .initialMaxData(WINDOW)
              .initialMaxStreamDataBidirectionalLocal(WINDOW)
              .build())
          .bind(0)
          .sync()
          .channel();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    loops.shutdownGracefully().awaitUninterruptibly();
  }
}
