package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.LimitConfig;
import io.lychgate.gateway.config.ListenerConfig;
import io.lychgate.gateway.exchange.AltSvc;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.observe.WireProtocol;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.unix.UnixChannelOption;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.EpollQuicUtils;
import io.netty.handler.codec.quic.QuicChannelOption;
import io.netty.handler.codec.quic.QuicCongestionControlAlgorithm;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One UDP port with QUIC on it.
 *
 * <p>One socket on one loop: all HTTP/3 connections of a listener, their exchanges and their upstream connections live on
 * that loop. Several sockets on one port need packets to be routed by connection id (a client may change its address, which
 * SO_REUSEPORT does not know); the loops of listeners are spread by their numbers instead.
 */
final class QuicListener {
  private static final Logger LOG = LoggerFactory.getLogger(QuicListener.class);

  /** Bytes of a UDP payload that we send: fits IPv6 with a tunnel or two on a path of 1500. RFC 9000 14.1 has 1200. */
  private static final int MAX_SEND_BYTES = 1350;

  /** Bytes of a UDP payload that we take: one Ethernet frame. */
  private static final int MAX_RECEIVE_BYTES = 1500;

  /** Datagrams read with one system call, each into this much room. */
  private static final int DATAGRAM_ROOM_BYTES = 2048;

  private static final int DATAGRAMS_PER_READ = 16;

  /** Packets handed to the kernel at once (GSO). There is no pacing below, so a batch is a burst: no more than a window. */
  private static final int SEGMENTS_PER_WRITE = 10;

  /** Bytes. The kernel's default of 200 KiB overflows while the loop is busy for some milliseconds. */
  private static final int SOCKET_BUFFER_BYTES = 2 * 1024 * 1024;

  /** Control, QPACK encoder and decoder, and some of unknown types (grease, RFC 9114 section 6.2.3). */
  private static final int MAX_UNIDIRECTIONAL_STREAMS = 8;

  /** Bytes. A second's worth of PRIORITY_UPDATE frames. */
  private static final int UNIDIRECTIONAL_WINDOW_BYTES = 8 * 1024;

  /** One in use and some for a client that changes networks. */
  private static final int CONNECTION_IDS = 4;

  /** A closed connection repeats its CONNECTION_CLOSE for three probe times (RFC 9000 section 10.2). */
  private static final Duration LAST_PACKETS = Duration.ofMillis(100);

  private final ListenerConfig config;
  private final LoopContext loop;
  private final HandshakeLoad load = new HandshakeLoad();
  private final QuicAccept accept;
  private volatile ServerNames<QuicSslContext> identities;
  private @Nullable Channel socket;

  QuicListener(
      ListenerConfig config,
      ServerNames<QuicSslContext> identities,
      LoopContext loop,
      OpenConnections open,
      int listenerNumber,
      AltSvc altSvc) {
    this.config = config;
    this.identities = identities;
    this.loop = loop;
    this.accept = new QuicAccept(loop, config, listenerNumber, open, load, altSvc);
  }

  /** The message of the exception says why not. */
  void bind(Transport transport) throws IOException {
    ChannelFuture bound =
        bootstrap(transport).bind(config.host(), config.port()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "listener " + config.name() + ": UDP " + config.host() + ":" + config.port() + ": "
              + bound.cause().getMessage(),
          bound.cause());
    }
    socket = bound.channel();
  }

  private Bootstrap bootstrap(Transport transport) {
    boolean epoll = transport.datagramChannel() == EpollDatagramChannel.class;
    ChannelHandler codec =
        codec(epoll && EpollDatagramChannel.isSegmentedDatagramPacketSupported());
    Bootstrap bootstrap = new Bootstrap()
        .group(loop.loop())
        .channel(transport.datagramChannel())
        .option(ChannelOption.SO_RCVBUF, SOCKET_BUFFER_BYTES)
        .option(ChannelOption.SO_SNDBUF, SOCKET_BUFFER_BYTES)
        .handler(new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel udp) {
            ReadCycles cycles = new ReadCycles(loop.observer());
            cycles.speaks(WireProtocol.HTTP_3);
            udp.pipeline().addLast(cycles, codec);
          }
        });
    if (epoll) {
      bootstrap
          .option(UnixChannelOption.SO_REUSEPORT, true)
          // Turns recvmmsg on.
          .option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, DATAGRAM_ROOM_BYTES)
          .option(
              ChannelOption.RECVBUF_ALLOCATOR,
              new FixedRecvByteBufAllocator(DATAGRAM_ROOM_BYTES * DATAGRAMS_PER_READ));
    } else {
      bootstrap.option(
          ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(DATAGRAM_ROOM_BYTES));
    }
    return bootstrap;
  }

  /** Every limit is named: quiche's defaults are zero or none. */
  private ChannelHandler codec(boolean segmented) {
    LimitConfig limits = config.limits();
    QuicServerCodecBuilder codec = Http3.newQuicServerCodecBuilder()
        .sslContext(QuicSslContextBuilder.buildForServerWithSni(name -> identities.map(name)))
        .tokenHandler(new AddressTokens(load))
        .handler(accept)
        .maxIdleTimeout(config.timeouts().idleConnection().toMillis(), TimeUnit.MILLISECONDS)
        .initialMaxData(limits.connectionWindowBytes())
        .initialMaxStreamDataBidirectionalRemote(limits.streamWindowBytes())
        .initialMaxStreamDataBidirectionalLocal(0)
        .initialMaxStreamsBidirectional(limits.maxConcurrentStreams())
        .initialMaxStreamsUnidirectional(MAX_UNIDIRECTIONAL_STREAMS)
        .initialMaxStreamDataUnidirectional(UNIDIRECTIONAL_WINDOW_BYTES)
        .activeConnectionIdLimit(CONNECTION_IDS)
        .maxSendUdpPayloadSize(MAX_SEND_BYTES)
        .maxRecvUdpPayloadSize(MAX_RECEIVE_BYTES)
        .congestionControlAlgorithm(QuicCongestionControlAlgorithm.CUBIC)
        .hystart(true);
    if (segmented) {
      codec.option(
          QuicChannelOption.SEGMENTED_DATAGRAM_PACKET_ALLOCATOR,
          EpollQuicUtils.newSegmentedAllocator(SEGMENTS_PER_WRITE));
    }
    return codec.build();
  }

  int port() {
    Channel bound = socket;
    return bound == null ? config.port() : ((InetSocketAddress) bound.localAddress()).getPort();
  }

  /**
   * Serves connections that come from now on by this configuration, with these certificates. What QUIC states in its
   * transport parameters was fixed when the socket was opened; another socket would end the connections of this one.
   */
  void adopt(ListenerConfig next, ServerNames<QuicSslContext> certificates) {
    identities = certificates;
    accept.adopt(next);
    if (!sameTransport(next)) {
      LOG.warn(
          "listener {}: HTTP/3 keeps its windows, streams and idle time-out until the gateway is started again",
          next.name());
    }
  }

  private boolean sameTransport(ListenerConfig next) {
    LimitConfig before = config.limits();
    LimitConfig after = next.limits();
    return before.connectionWindowBytes() == after.connectionWindowBytes()
        && before.streamWindowBytes() == after.streamWindowBytes()
        && before.maxConcurrentStreams() == after.maxConcurrentStreams()
        && config.timeouts().idleConnection().equals(next.timeouts().idleConnection());
  }

  /** Takes no new connections. */
  void refuse() {
    loop.loop().execute(accept::refuse);
  }

  /** Ends every connection with a CONNECTION_CLOSE, then the socket. */
  void close() {
    Channel bound = socket;
    if (bound == null) {
      return;
    }
    socket = null;
    loop.loop().execute(() -> {
      accept.closeAll();
      loop.loop().schedule(() -> bound.close(), LAST_PACKETS.toMillis(), TimeUnit.MILLISECONDS);
    });
    bound.closeFuture().awaitUninterruptibly(LAST_PACKETS.multipliedBy(10).toMillis());
  }
}
