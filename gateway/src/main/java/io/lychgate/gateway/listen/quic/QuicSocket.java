package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.config.listener.CongestionControl;
import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.exchange.AltSvc;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.listen.socket.ConnectionQuota;
import io.lychgate.gateway.listen.socket.OpenConnections;
import io.lychgate.gateway.listen.socket.ReadCycles;
import io.lychgate.gateway.listen.socket.Transport;
import io.lychgate.gateway.listen.tls.OwnedNames;
import io.lychgate.gateway.listen.tls.TlsIdentities;
import io.lychgate.gateway.observe.UdpBuffers;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.unix.UnixChannel;
import io.netty.channel.unix.UnixChannelOption;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.EpollQuicUtils;
import io.netty.handler.codec.quic.QuicChannelOption;
import io.netty.handler.codec.quic.QuicCongestionControlAlgorithm;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One UDP socket of a listener, on one loop, and its QUIC connections. */
final class QuicSocket {
  /**
   * Maximum bytes of a UDP payload that the gateway sends. Fits IPv6 with one or two tunnels on a path of 1500 bytes. The minimum
   * of RFC 9000 section 14.1 is 1200.
   */
  private static final int MAX_SEND_BYTES = 1350;

  /** Maximum bytes of a UDP payload that the gateway receives: one Ethernet frame. */
  private static final int MAX_RECEIVE_BYTES = 1500;

  /** Bytes of the buffer for each datagram that is read. */
  private static final int DATAGRAM_ROOM_BYTES = 2048;

  /** Maximum datagrams read with one system call. */
  private static final int DATAGRAMS_PER_READ = 16;

  /** Maximum packets handed to the kernel at once (GSO). The kernel does not pace them, so a batch is a burst: at most a window. */
  private static final int SEGMENTS_PER_WRITE = 10;

  /** Maximum streams: control, QPACK encoder and decoder, and some of unknown types (grease, RFC 9114 section 6.2.3). */
  private static final int MAX_UNIDIRECTIONAL_STREAMS = 8;

  /** Window in bytes: PRIORITY_UPDATE frames of one second. */
  private static final int UNIDIRECTIONAL_WINDOW_BYTES = 8 * 1024;

  /**
   * Transport parameters that clients remember (RFC 9000 section 7.4.1) and that no configuration changes. Another version of the
   * gateway may change them.
   */
  static final String FIXED_PARAMETERS =
      MAX_UNIDIRECTIONAL_STREAMS + " " + UNIDIRECTIONAL_WINDOW_BYTES + " " + ClientPaths.MAX;

  /** Added to QUIC's own idle timeout, which closes a connection silently, so that the gateway's timeout comes first. */
  private static final Duration GOODBYE = Duration.ofSeconds(1);

  /** Delay before the socket closes, so that the CONNECTION_CLOSE of each connection is sent first. */
  private static final Duration LAST_PACKETS = Duration.ofMillis(100);

  /** Turns of the loop, of a millisecond or more, in which packets that wait are handled before another process reads. */
  private static final int STOP_TURNS = 200;

  private final ListenerConfig config;
  private final int listenerNumber;
  private final CongestionControl congestion;
  private final QuicSslContext tls;
  private final LoopContext loop;
  private final QuicKeys keys;
  private final HandshakeLoad load;
  private final ConnectionIds ids;
  private final StatelessResets resets;
  private final PacketRouter router;
  private final EarlyPackets early;
  private final QuicAccept accept;
  private final DatagramTurns datagrams;
  private final HeldReads reads;
  private final int inherited;
  private @Nullable Channel channel;

  /**
   * The properties of connections that are the same at all sockets of a listener.
   *
   * @param number number of the listener in metrics
   * @param identities the certificates for new connections
   * @param owned the names of the certificates of all listeners
   * @param pathClass number of its paths in metrics ({@link io.lychgate.gateway.observe.Observatory#pathClass})
   */
  record Connections(
      ListenerConfig config,
      int number,
      CongestionControl congestion,
      int pathClass,
      QuicSslContext tls,
      Supplier<TlsIdentities> identities,
      OwnedNames owned,
      ConnectionQuota quota,
      AltSvc altSvc) {}

  /**
   * The state by which a socket recognizes packets of connections of all sockets of a listener.
   *
   * @param run random number of the listener's run, for {@link ConnectionIds}
   * @param routers the routers of the sockets by number; each socket adds its own
   */
  record Packets(QuicKeys keys, StrikeRegister strikes, int run, List<PacketRouter> routers) {}

  /** The place of a descriptor for a socket that is still to be bound. */
  static final int NOT_INHERITED = -1;

  /**
   * Creates the next socket of the listener.
   *
   * @param inherited descriptor of a bound socket, which is not read until {@link #startReading}; or {@link #NOT_INHERITED}
   */
  QuicSocket(
      Connections listener,
      Packets packets,
      LoopContext loop,
      OpenConnections open,
      int inherited) {
    this.inherited = inherited;
    this.reads = new HeldReads(inherited != NOT_INHERITED);
    this.config = listener.config();
    this.listenerNumber = listener.number();
    this.congestion = listener.congestion();
    this.tls = listener.tls();
    this.loop = loop;
    this.keys = packets.keys();
    this.load = new HandshakeLoad(listener.quota());
    int number = packets.routers().size();
    this.ids = new ConnectionIds(keys, packets.run(), number);
    this.resets = new StatelessResets(keys);
    this.early = new EarlyPackets(ids, packets.strikes(), loop.observer());
    this.accept = new QuicAccept(listener, loop, open, load, ids, early);
    this.router = new PacketRouter(
        ids,
        accept::peer,
        resets,
        loop.observer(),
        listenerNumber,
        config.name(),
        number,
        packets.routers());
    this.datagrams = new DatagramTurns(loop.turns(), loop.observer());
    packets.routers().add(router);
  }

  /** @param port 0 lets the system choose */
  ChannelFuture bind(Transport transport, int port) {
    Bootstrap bootstrap = bootstrap(transport);
    ChannelFuture bound = inherited == NOT_INHERITED
        ? bootstrap
            .channel(transport.datagramChannel())
            .bind(config.host(), port)
            .awaitUninterruptibly()
        : bootstrap
            .channelFactory(() -> new EpollDatagramChannel(inherited))
            .option(ChannelOption.AUTO_READ, false)
            .register()
            .awaitUninterruptibly();
    if (bound.isSuccess()) {
      channel = bound.channel();
    }
    return bound;
  }

  private Bootstrap bootstrap(Transport transport) {
    boolean epoll = transport.datagramChannel() == EpollDatagramChannel.class;
    ChannelHandler codec =
        codec(epoll && EpollDatagramChannel.isSegmentedDatagramPacketSupported());
    Bootstrap bootstrap = new Bootstrap()
        .group(loop.loop())
        .option(ChannelOption.SO_RCVBUF, config.quic().socketBufferBytes())
        .option(ChannelOption.SO_SNDBUF, config.quic().socketBufferBytes())
        .handler(new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel udp) {
            ReadCycles cycles = new ReadCycles(loop.observer(), loop.clock(), listenerNumber);
            cycles.speaks(WireProtocol.HTTP_3);
            udp.pipeline()
                .addLast(
                    reads,
                    cycles,
                    datagrams,
                    router,
                    early,
                    accept.checks(),
                    codec,
                    new DatagramErrors(loop.observer()));
          }
        });
    if (epoll) {
      bootstrap
          .option(UnixChannelOption.SO_REUSEPORT, true)
          // Enables recvmmsg. UDP_GRO stays off: with recvmmsg, Netty 4.2.18 loses packets that the
          // kernel has merged, and uploads stall. With recvmsg, uploads cost half as much again.
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

  /** Builds the codec. Every limit is set, because quiche's defaults are zero or none. */
  private ChannelHandler codec(boolean segmented) {
    LimitConfig limits = config.limits();
    QuicServerCodecBuilder codec = Http3.newQuicServerCodecBuilder()
        .sslContext(tls)
        .localConnectionIdLength(ConnectionIds.LENGTH)
        .connectionIdAddressGenerator(ids)
        .tokenHandler(new AddressTokens(load, keys, ids, loop.observer()))
        .resetTokenGenerator(resets)
        .handler(accept)
        .maxIdleTimeout(
            config.timeouts().idleConnection().plus(GOODBYE).toMillis(), TimeUnit.MILLISECONDS)
        .initialMaxData(limits.connectionWindowBytes())
        .initialMaxStreamDataBidirectionalRemote(limits.streamWindowBytes())
        .initialMaxStreamDataBidirectionalLocal(0)
        .initialMaxStreamsBidirectional(limits.maxConcurrentStreams())
        .initialMaxStreamsUnidirectional(MAX_UNIDIRECTIONAL_STREAMS)
        .initialMaxStreamDataUnidirectional(UNIDIRECTIONAL_WINDOW_BYTES)
        .activeConnectionIdLimit(ClientPaths.MAX)
        .maxSendUdpPayloadSize(MAX_SEND_BYTES)
        .maxRecvUdpPayloadSize(MAX_RECEIVE_BYTES)
        .congestionControlAlgorithm(algorithm(congestion))
        .initialCongestionWindowPackets(config.quic().initialWindowPackets())
        .hystart(config.quic().hystart());
    if (segmented) {
      codec.option(
          QuicChannelOption.SEGMENTED_DATAGRAM_PACKET_ALLOCATOR,
          EpollQuicUtils.newSegmentedAllocator(SEGMENTS_PER_WRITE));
    }
    return codec.build();
  }

  private static QuicCongestionControlAlgorithm algorithm(CongestionControl control) {
    return switch (control) {
      case RENO -> QuicCongestionControlAlgorithm.RENO;
      case CUBIC -> QuicCongestionControlAlgorithm.CUBIC;
      case BBR -> QuicCongestionControlAlgorithm.BBR;
    };
  }

  int port() {
    Channel bound = channel;
    return bound == null ? config.port() : ((InetSocketAddress) bound.localAddress()).getPort();
  }

  /** Returns the requested size of the buffers, and the sizes that the kernel granted. Call it once the socket is bound. */
  UdpBuffers buffers() {
    ChannelConfig socket = Objects.requireNonNull(channel, "not bound").config();
    // Linux reports twice the size, to cover its bookkeeping. The JDK's sockets halve that.
    int divisor = channel instanceof EpollDatagramChannel ? 2 : 1;
    return new UdpBuffers(
        config.quic().socketBufferBytes(),
        socket.getOption(ChannelOption.SO_RCVBUF) / divisor,
        socket.getOption(ChannelOption.SO_SNDBUF) / divisor);
  }

  /** Returns the file descriptor of the socket, for another process; none if the transport does not have one. */
  OptionalInt descriptor() {
    return channel instanceof UnixChannel unix
        ? OptionalInt.of(unix.fd().intValue())
        : OptionalInt.empty();
  }

  PacketRouter router() {
    return router;
  }

  /** Starts to read an inherited socket, or continues after {@link #stopReading}. */
  void startReading() {
    Channel bound = channel;
    if (bound != null) {
      loop.loop().execute(() -> reads.resume(bound));
    }
  }

  /**
   * Stops reading, so that another process can read. Then returns the ids that clients have chosen for the handshakes in progress.
   * Their next packets have no other id.
   */
  CompletableFuture<List<byte[]>> stopReading() {
    CompletableFuture<List<byte[]>> chosen = new CompletableFuture<>();
    Channel bound = channel;
    if (bound == null) {
      chosen.complete(List.of());
    } else {
      loop.loop().execute(() -> {
        reads.hold(bound);
        report(chosen, STOP_TURNS);
      });
    }
    return chosen;
  }

  /** Reports once the packets that were read before have been handled: they may begin handshakes. */
  private void report(CompletableFuture<List<byte[]>> chosen, int turnsLeft) {
    if (datagrams.isEmpty() || turnsLeft == 0) {
      chosen.complete(accept.checks().chosenIds());
    } else {
      loop.loop().schedule(() -> report(chosen, turnsLeft - 1), 1, TimeUnit.MILLISECONDS);
    }
  }

  void adopt(ListenerConfig next) {
    accept.adopt(next);
  }

  /** Refuses new connections from now on. */
  void refuse() {
    loop.loop().execute(accept::refuse);
  }

  /** Refuses new connections, and closes once the open ones have ended. Their drain timeout bounds that. */
  void retire() {
    Channel bound = channel;
    if (bound != null) {
      loop.loop().execute(() -> accept.retire(() -> closeSoon(bound)));
    }
  }

  boolean isClosed() {
    Channel bound = channel;
    return bound == null || !bound.isOpen();
  }

  /** Closes the socket after the last packets of its connections. */
  private void closeSoon(Channel bound) {
    loop.loop().schedule(() -> bound.close(), LAST_PACKETS.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Starts to close every connection with a CONNECTION_CLOSE, then the socket. {@link #awaitClose} waits for the end. */
  void close() {
    Channel bound = channel;
    if (bound != null) {
      loop.loop().execute(() -> {
        accept.closeAll();
        closeSoon(bound);
      });
    }
  }

  void awaitClose() {
    Channel bound = channel;
    if (bound != null) {
      bound.closeFuture().awaitUninterruptibly(LAST_PACKETS.multipliedBy(10).toMillis());
      channel = null;
    }
  }
}
