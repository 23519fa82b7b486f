package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.config.listener.CongestionControl;
import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.exchange.AltSvc;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.listen.socket.ConnectionQuota;
import io.lychgate.gateway.listen.socket.InheritedSockets;
import io.lychgate.gateway.listen.socket.OpenConnections;
import io.lychgate.gateway.listen.socket.SocketSource;
import io.lychgate.gateway.listen.socket.Transport;
import io.lychgate.gateway.listen.tls.KeyExchange;
import io.lychgate.gateway.listen.tls.ListenerTls;
import io.lychgate.gateway.listen.tls.SharedSecrets;
import io.lychgate.gateway.listen.tls.TicketKeys;
import io.lychgate.gateway.listen.tls.TlsIdentities;
import io.lychgate.gateway.loop.BindFailure;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.UdpBuffers;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import java.io.IOException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One UDP port with QUIC: a socket for each loop (SO_REUSEPORT), so that the loop that received a connection's first packet serves
 * the connection. {@link PacketRouter} preserves this when a client's address changes.
 */
public final class QuicListener {
  private static final Logger LOG = LoggerFactory.getLogger(QuicListener.class);

  private final ListenerConfig config;
  private final List<QuicSocket> sockets;
  private final ConnectionQuota quota;
  private final StrikeRegister strikes;

  /** Number that distinguishes connection ids of this listener from those of other processes with the same keys. */
  private final int run;

  /**
   * The TLS context of all sockets. BoringSSL checks the context that a handshake began with for ticket keys, and for the certificates
   * that clients are asked for.
   */
  private final QuicSslContext tls;

  private volatile TlsIdentities identities;

  /** @param source its loops get a socket each; a single one gets it if the system cannot share a port */
  public QuicListener(
      ListenerConfig config,
      ListenerTls certificates,
      SocketSource source,
      Observatory observatory,
      StrikeRegister strikes,
      AltSvc altSvc) {
    this.config = config;
    this.strikes = strikes;
    this.identities = certificates.identities();
    this.tls = KeyExchange.buildQuic(() -> {
      QuicSslContextBuilder builder =
          QuicSslContextBuilder.forServer(new NoKeys(), null).sni(this::context);
      return config.asksForCertificates()
          ? builder.trustManager(new X509Certificate[0]).clientAuth(TlsIdentities.demand(config))
          : builder;
    });
    this.quota = new ConnectionQuota(config.limits());
    this.run = freshRun(source.inherited());
    this.sockets = sockets(certificates, source, observatory, altSvc);
  }

  private QuicSslContext context(@Nullable String name) {
    return Objects.requireNonNull(identities.quic(), "quic").byName().map(name);
  }

  /** Enables the gateway's own keys for session tickets. Netty takes the keys themselves from the certificate's context. */
  public void share(SharedSecrets secrets, String name) {
    new TicketKeys(secrets, name, "").putInto(tls);
    if (!secrets.areOfThisProcess()) {
      strikes.ticketsOutlive();
    }
  }

  /**
   * Returns the values that a client with early data relies on. The client remembers them from the connection of its ticket, and
   * none may have decreased (RFC 9000 section 7.4.1, RFC 9114 section 7.2.4.2). quiche does not compare them, so they are part of
   * the ticket key. After any change, older tickets cannot be read, and there is no early data.
   */
  public String promises(ListenerConfig next) {
    if (!next.quic().earlyData()) {
      return "";
    }
    LimitConfig transport = config.limits();
    return " early data " + transport.connectionWindowBytes() + " " + transport.streamWindowBytes()
        + " " + transport.maxConcurrentStreams() + " " + QuicSocket.FIXED_PARAMETERS + " "
        + next.limits().maxHeaderBytes() + " " + next.quic().qpack();
  }

  private List<QuicSocket> sockets(
      ListenerTls certificates, SocketSource source, Observatory observatory, AltSvc altSvc) {
    int listenerNumber = observatory.listeners().numberOf(config.name());
    List<Map.Entry<LoopContext, OpenConnections>> all =
        new ArrayList<>(source.loops().entrySet());
    // Without SO_REUSEPORT, the listeners are spread over the loops by their numbers.
    List<Map.Entry<LoopContext, OpenConnections>> used = source.transport().reusePort()
        ? all.subList(0, Math.min(all.size(), ConnectionIds.MAX_LOOPS))
        : List.of(all.get(listenerNumber % all.size()));
    CongestionControl congestion =
        config.quic().congestionControl().orElseGet(new TcpCongestion()::asForQuic);
    LOG.info("listener {}: QUIC uses {} congestion control", config.name(), congestion.token());
    int pathClass = observatory.pathClass(config.name(), congestion.token());
    QuicSocket.Connections connections = new QuicSocket.Connections(
        config,
        listenerNumber,
        congestion,
        pathClass,
        tls,
        () -> identities,
        certificates.owned(),
        quota,
        altSvc);
    QuicSocket.Packets packets = new QuicSocket.Packets(
        new QuicKeys(certificates.secrets().quic()), strikes, run, new ArrayList<>(used.size()));
    List<Integer> descriptors = source.inherited().take(InheritedSockets.Kind.UDP, config);
    List<QuicSocket> made = new ArrayList<>(used.size());
    // With fewer inherited sockets than loops, the other loops have no QUIC connections. With more,
    // a loop has several.
    int count = descriptors.isEmpty() ? used.size() : descriptors.size();
    for (int i = 0; i < count; i++) {
      Map.Entry<LoopContext, OpenConnections> loop = used.get(i % used.size());
      int descriptor = descriptors.isEmpty() ? QuicSocket.NOT_INHERITED : descriptors.get(i);
      made.add(new QuicSocket(connections, packets, loop.getKey(), loop.getValue(), descriptor));
    }
    return made;
  }

  /** Returns a number that differs from those of other processes that still serve connections of this port. */
  private static int freshRun(InheritedSockets inherited) {
    SecureRandom random = new SecureRandom();
    int fresh = random.nextInt(ConnectionIds.RUNS);
    while (inherited.isRunUsed(fresh)) {
      fresh = random.nextInt(ConnectionIds.RUNS);
    }
    return fresh;
  }

  public int run() {
    return run;
  }

  /** Returns the file descriptors of the sockets, for another process. */
  public List<Integer> descriptors() {
    return sockets.stream()
        .flatMapToInt(socket -> socket.descriptor().stream())
        .boxed()
        .toList();
  }

  /** Starts to read inherited sockets, or all of them again after {@link #stopReading}. */
  public void startReading() {
    sockets.forEach(QuicSocket::startReading);
  }

  /** Stops reading, so that another process can read. Returns the ids that clients have chosen for handshakes in progress. */
  public List<CompletableFuture<List<byte[]>>> stopReading() {
    return sockets.stream().map(QuicSocket::stopReading).toList();
  }

  /** Forwards packets of other runs to this process. */
  public void follow(EarlierProcess process) {
    sockets.forEach(socket -> socket.router().follow(process));
  }

  /** Takes a packet that a later process has received. */
  public void take(int socket, DatagramPacket packet) {
    sockets.get(Math.floorMod(socket, sockets.size())).router().take(packet);
  }

  /** Binds every socket, or none. The message of the exception states the reason. */
  public void bind(Transport transport) throws IOException {
    int port = config.port();
    for (QuicSocket socket : sockets) {
      ChannelFuture bound = socket.bind(transport, port);
      if (!bound.isSuccess()) {
        close();
        throw new BindFailure(
            "listener " + config.name() + ": UDP " + config.host() + ":" + config.port(),
            bound.cause());
      }
      // With port 0 the first socket chooses the port, and the others join it.
      port = socket.port();
    }
    // The buffers of one socket; all sockets are alike.
    warnOfBuffers(sockets.get(0).buffers());
  }

  private void warnOfBuffers(UdpBuffers buffers) {
    if (buffers.areCapped()) {
      LOG.warn(
          "listener {}: requested UDP buffers of {} bytes, the kernel grants {} to receive and {} to send;"
              + " bursts are lost: {}",
          config.name(),
          buffers.wantedBytes(),
          buffers.receiveBytes(),
          buffers.sendBytes(),
          buffers.remedy());
    }
  }

  public int port() {
    return sockets.get(0).port();
  }

  /**
   * Applies this configuration and these certificates to connections from now on. The QUIC transport parameters are fixed when the
   * sockets are opened; new sockets would close the connections of the old ones.
   */
  public void adopt(ListenerConfig next, TlsIdentities certificates) {
    identities = certificates;
    quota.limits(next.limits());
    // Must precede the first early packet.
    strikes.watch(next.quic().earlyData());
    sockets.forEach(socket -> socket.adopt(next));
    if (!sameTransport(next)) {
      LOG.warn(
          "listener {}: HTTP/3 keeps its windows, streams, idle timeout and quic.* (except qpack and earlyData) until the gateway restarts",
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

  /** Accepts no new connections. */
  public void refuse() {
    sockets.forEach(QuicSocket::refuse);
  }

  /** Accepts no new connections, and closes each socket when its last connection has ended. */
  public void retire() {
    sockets.forEach(QuicSocket::retire);
  }

  public boolean isClosed() {
    return sockets.stream().allMatch(QuicSocket::isClosed);
  }

  /** Closes every connection with a CONNECTION_CLOSE, then the sockets. */
  public void close() {
    sockets.forEach(QuicSocket::close);
    sockets.forEach(QuicSocket::awaitClose);
  }
}
