package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.CongestionControl;
import io.lychgate.gateway.config.LimitConfig;
import io.lychgate.gateway.config.ListenerConfig;
import io.lychgate.gateway.exchange.AltSvc;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.UdpBuffers;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One UDP port with QUIC on it: a socket of each loop (SO_REUSEPORT), so that a connection is served by the loop that took
 * its first packet. {@link PacketRouter} sees to it that this holds when a client's address changes.
 */
final class QuicListener {
  private static final Logger LOG = LoggerFactory.getLogger(QuicListener.class);

  private final ListenerConfig config;
  private final List<QuicSocket> sockets;
  private final ConnectionQuota quota;
  private final StrikeRegister strikes;

  /** One for all sockets. BoringSSL asks the context that a handshake began with whether there are keys for tickets. */
  private final QuicSslContext tls =
      QuicSslContextBuilder.buildForServerWithSni(name -> identities().map(name));

  private volatile ServerNames<QuicSslContext> identities;

  /** @param loops that get a socket; one where the system cannot share a port among several */
  QuicListener(
      ListenerConfig config,
      ServerNames<QuicSslContext> identities,
      Map<LoopContext, OpenConnections> loops,
      boolean shared,
      Observatory observatory,
      SharedSecrets secrets,
      StrikeRegister strikes,
      AltSvc altSvc) {
    this.config = config;
    this.strikes = strikes;
    this.identities = identities;
    this.quota = new ConnectionQuota(config.limits());
    this.sockets = sockets(loops, shared, observatory, secrets, altSvc);
  }

  private ServerNames<QuicSslContext> identities() {
    return identities;
  }

  /** Session tickets are made with keys of ours; which ones, Netty asks the context of the certificate. */
  void share(SharedSecrets secrets, String name) {
    new TicketKeys(secrets, name, "").putInto(tls);
    if (!secrets.areOfThisProcess()) {
      strikes.ticketsOutlive();
    }
  }

  /**
   * What a client with early data relies on, as it remembers it from the connection that its ticket is of: none of it may
   * have become less (RFC 9000 section 7.4.1, RFC 9114 section 7.2.4.2). quiche does not compare it, so another ticket key
   * does: where anything has changed, tickets of before are not read, and there is no early data.
   */
  String promises(ListenerConfig next) {
    if (!next.quic().earlyData()) {
      return "";
    }
    LimitConfig transport = config.limits();
    return " early data " + transport.connectionWindowBytes() + " " + transport.streamWindowBytes()
        + " " + transport.maxConcurrentStreams() + " " + QuicSocket.OTHER_PROMISES + " "
        + next.limits().maxHeaderBytes() + " " + next.quic().qpack();
  }

  private List<QuicSocket> sockets(
      Map<LoopContext, OpenConnections> loops,
      boolean shared,
      Observatory observatory,
      SharedSecrets secrets,
      AltSvc altSvc) {
    int listenerNumber = observatory.listeners().numberOf(config.name());
    List<Map.Entry<LoopContext, OpenConnections>> all = new ArrayList<>(loops.entrySet());
    // Without SO_REUSEPORT, the listeners are spread over the loops by their numbers.
    List<Map.Entry<LoopContext, OpenConnections>> used = shared
        ? all.subList(0, Math.min(all.size(), ConnectionIds.MAX_LOOPS))
        : List.of(all.get(listenerNumber % all.size()));
    CongestionControl congestion =
        config.quic().congestionControl().orElseGet(new TcpCongestion()::asForQuic);
    LOG.info("listener {}: QUIC has {} for congestion control", config.name(), congestion.token());
    PathClass paths =
        new PathClass(congestion, observatory.pathClass(config.name(), congestion.token()));
    QuicKeys keys = new QuicKeys(secrets.quic());
    int run = new SecureRandom().nextInt();
    List<PacketRouter> routers = new ArrayList<>(used.size());
    List<QuicSocket> made = new ArrayList<>(used.size());
    for (Map.Entry<LoopContext, OpenConnections> loop : used) {
      made.add(new QuicSocket(
          config,
          tls,
          loop.getKey(),
          loop.getValue(),
          quota,
          listenerNumber,
          paths,
          altSvc,
          keys,
          strikes,
          run,
          made.size(),
          routers));
    }
    return made;
  }

  /** Binds every socket, or none: the message of the exception says why. */
  void bind(Transport transport) throws IOException {
    int port = config.port();
    for (QuicSocket socket : sockets) {
      ChannelFuture bound = socket.bind(transport, port);
      if (!bound.isSuccess()) {
        close();
        throw new IOException(
            "listener " + config.name() + ": UDP " + config.host() + ":" + config.port() + ": "
                + bound.cause().getMessage(),
            bound.cause());
      }
      // With port 0 the first socket chooses, the others join it.
      port = socket.port();
    }
    // Those of one socket; all are alike.
    warnOfBuffers(sockets.get(0).buffers());
  }

  private void warnOfBuffers(UdpBuffers buffers) {
    if (buffers.areCapped()) {
      LOG.warn(
          "listener {}: UDP buffers of {} bytes were asked for, the kernel gives {} to receive and {} to send;"
              + " bursts are lost: {}",
          config.name(),
          buffers.wantedBytes(),
          buffers.receiveBytes(),
          buffers.sendBytes(),
          buffers.remedy());
    }
  }

  int port() {
    return sockets.get(0).port();
  }

  /**
   * Serves connections that come from now on by this configuration, with these certificates. What QUIC states in its
   * transport parameters was fixed when the sockets were opened; others would end the connections of these.
   */
  void adopt(ListenerConfig next, ServerNames<QuicSslContext> certificates) {
    identities = certificates;
    quota.limits(next.limits());
    // Before its first packet is taken early.
    strikes.watch(next.quic().earlyData());
    sockets.forEach(socket -> socket.adopt(next));
    if (!sameTransport(next)) {
      LOG.warn(
          "listener {}: HTTP/3 keeps its windows, streams, idle time-out and quic.* (but qpack) until the gateway is started again",
          next.name());
    }
  }

  private boolean sameTransport(ListenerConfig next) {
    LimitConfig before = config.limits();
    LimitConfig after = next.limits();
    return before.connectionWindowBytes() == after.connectionWindowBytes()
        && before.streamWindowBytes() == after.streamWindowBytes()
        && before.maxConcurrentStreams() == after.maxConcurrentStreams()
        && config.quic().hasPathsOf(next.quic())
        && config.timeouts().idleConnection().equals(next.timeouts().idleConnection());
  }

  /** Takes no new connections. */
  void refuse() {
    sockets.forEach(QuicSocket::refuse);
  }

  /** Takes no new connections, and closes each socket when its last one has ended. */
  void retire() {
    sockets.forEach(QuicSocket::retire);
  }

  boolean isClosed() {
    return sockets.stream().allMatch(QuicSocket::isClosed);
  }

  /** Ends every connection with a CONNECTION_CLOSE, then the sockets. */
  void close() {
    sockets.forEach(QuicSocket::close);
    sockets.forEach(QuicSocket::awaitClose);
  }
}
