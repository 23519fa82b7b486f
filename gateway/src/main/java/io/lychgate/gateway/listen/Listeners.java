package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.exchange.CertifiedNames;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.listen.ocsp.OcspStaples;
import io.lychgate.gateway.listen.ocsp.Staple;
import io.lychgate.gateway.listen.quic.EarlierProcess;
import io.lychgate.gateway.listen.quic.QuicListener;
import io.lychgate.gateway.listen.quic.QuicSupport;
import io.lychgate.gateway.listen.quic.StrikeRegister;
import io.lychgate.gateway.listen.socket.InheritedSockets;
import io.lychgate.gateway.listen.socket.OpenConnections;
import io.lychgate.gateway.listen.socket.SocketSource;
import io.lychgate.gateway.listen.socket.Transport;
import io.lychgate.gateway.listen.tls.AlpnChallenges;
import io.lychgate.gateway.listen.tls.CertificateSources;
import io.lychgate.gateway.listen.tls.IssuedCertificates;
import io.lychgate.gateway.listen.tls.ListenerTls;
import io.lychgate.gateway.listen.tls.OwnedNames;
import io.lychgate.gateway.listen.tls.ServerCertificate;
import io.lychgate.gateway.listen.tls.ServerNames;
import io.lychgate.gateway.listen.tls.SharedSecrets;
import io.lychgate.gateway.listen.tls.TlsIdentities;
import io.lychgate.gateway.loop.BindFailure;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.upstream.connect.ConnectRace;
import io.netty.channel.socket.DatagramPacket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sockets of a gateway. A new configuration is applied completely or not at all: new sockets are opened and all certificates
 * read before anything old changes. A listener with the same address and protocols keeps its sockets and connections.
 */
public final class Listeners {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

  /** Maximum number of ports to try when the system chooses the port. */
  private static final int MAX_ATTEMPTS = 20;

  private final Map<LoopContext, OpenConnections> loops = new LinkedHashMap<>();
  private final Transport transport;
  private final Observatory observatory;
  private final ConnectRace.Means connecting;
  private final QuicSupport quicSupport = new QuicSupport();
  private final Map<String, BoundListener> bound = new LinkedHashMap<>();

  /** Removed listeners with open QUIC connections, and their ports. */
  private final Map<BoundListener, Integer> retired = new HashMap<>();

  private final Map<String, TlsIdentities> certificates = new LinkedHashMap<>();

  /** Strike registers by listener name. Tickets belong to a name and are valid at any address. */
  private final Map<String, StrikeRegister> strikes = new HashMap<>();

  private final OwnedNames owned = new OwnedNames();
  private final OcspStaples staples = new OcspStaples(InstantSource.system());
  private final AlpnChallenges challenges;
  private volatile IssuedCertificates issued = IssuedCertificates.NONE;

  private volatile boolean offersHttp1Alone;

  private SharedSecrets secrets = SharedSecrets.random();
  private InheritedSockets inherited = InheritedSockets.none();

  /**
   * @param observatory numbers the listeners for counters and metrics
   * @param connecting opens connections to the servers to which TLS connections are passed on
   */
  public Listeners(
      List<LoopContext> loops,
      Transport transport,
      Observatory observatory,
      ConnectRace.Means connecting) {
    for (LoopContext loop : loops) {
      OpenConnections open = new OpenConnections(loop.clock());
      this.loops.put(loop, open);
      loop.descriptors().clients(open);
    }
    this.transport = transport;
    this.connecting = connecting;
    this.observatory = observatory;
    this.challenges = new AlpnChallenges(transport.tls());
  }

  /** Sets the source of the certificates that the gateway orders. Call it before the first {@link #apply}. */
  public void issuedBy(IssuedCertificates source) {
    issued = source;
  }

  /** Returns the certificates by which an authority checks names. */
  public AlpnChallenges challenges() {
    return challenges;
  }

  /** Uses these sockets for the listeners of the first {@link #apply}. They accept nothing until {@link #startAccepting}. */
  public synchronized void inherit(InheritedSockets sockets) {
    inherited = sockets;
  }

  /** Returns true if there are inherited sockets and no listener uses one. */
  public synchronized boolean usesNoInherited() {
    return inherited.areAllUnused();
  }

  /** Starts to accept at inherited sockets, and closes those that belong to no listener. */
  public synchronized void startAccepting() {
    bound.values().forEach(BoundListener::startAccepting);
    inherited.closeRest();
    inherited = InheritedSockets.none();
  }

  /** Replaces the listeners by these. If it throws, nothing has changed; the message names the listener or file. */
  public synchronized void apply(List<ListenerConfig> wanted) throws IOException {
    Map<String, TlsIdentities> identities = new LinkedHashMap<>();
    for (ListenerConfig listener : wanted) {
      identities.put(listener.name(), identitiesOf(listener));
    }
    List<BoundListener> opened = new ArrayList<>();
    Map<String, BoundListener> next = new LinkedHashMap<>();
    try {
      for (ListenerConfig listener : wanted) {
        BoundListener known = bound.get(listener.name());
        boolean same = known != null && sameSocket(known.config(), listener);
        BoundListener use = same && known != null ? known : open(listener, identities);
        if (!same) {
          opened.add(use);
        }
        next.put(listener.name(), use);
      }
    } catch (IOException e) {
      opened.forEach(BoundListener::close);
      throw e;
    }
    for (ListenerConfig listener : wanted) {
      Objects.requireNonNull(next.get(listener.name()))
          .adopt(listener, identitiesOf(identities, listener.name()), secrets);
    }
    bound.values().stream()
        .filter(old -> !next.containsValue(old))
        .forEach(old -> retire(old, next.values()));
    bound.clear();
    bound.putAll(next);
    certificates.clear();
    certificates.putAll(identities);
    owned.adopt(identities.values());
    dropUnusedStaples();
  }

  private TlsIdentities identitiesOf(ListenerConfig listener) throws IOException {
    boolean quic = listener.speaks(Protocol.HTTP_3) && quicSupport.isAvailable();
    return TlsIdentities.of(
        listener,
        transport.tls(),
        quic,
        new CertificateSources(issued, staples, challenges, offersHttp1Alone));
  }

  /** Serves the certificates that are issued now, from the next handshakes on. If it throws, nothing has changed. */
  public synchronized void adoptIssued() throws IOException {
    Map<BoundListener, TlsIdentities> fresh = new LinkedHashMap<>();
    for (BoundListener listener : bound.values()) {
      TlsConfig tls = listener.config().tls();
      if (tls != null && tls.acme()) {
        fresh.put(listener, identitiesOf(listener.config()));
      }
    }
    fresh.forEach((listener, identities) -> {
      listener.adopt(listener.config(), identities, secrets);
      certificates.put(listener.config().name(), identities);
    });
    owned.adopt(certificates.values());
    dropUnusedStaples();
  }

  /**
   * Makes each listener able to offer HTTP/1.1 alone to some clients of the next handshakes, or frees what that needs. If it throws,
   * nothing has changed.
   */
  public synchronized void offerHttp1Alone(boolean offers) throws IOException {
    if (offers == offersHttp1Alone) {
      return;
    }
    Map<BoundListener, TlsIdentities> fresh = new LinkedHashMap<>();
    for (BoundListener listener : bound.values()) {
      if (listener.config().tls() != null) {
        TlsIdentities now = identitiesOf(certificates, listener.config().name());
        fresh.put(
            listener,
            offers
                ? now.withHttp1Alone(listener.config(), transport.tls())
                : now.withoutHttp1Alone());
      }
    }
    offersHttp1Alone = offers;
    fresh.forEach((listener, identities) -> {
      listener.adopt(listener.config(), identities, secrets);
      certificates.put(listener.config().name(), identities);
    });
  }

  private void dropUnusedStaples() {
    List<Staple> inUse = new ArrayList<>();
    certificates
        .values()
        .forEach(identities -> identities.served().forEach(each -> {
          if (each.staple() != null) {
            inUse.add(each.staple());
          }
        }));
    staples.retain(inUse);
  }

  /** Returns the certificates that each listener serves, the default one first. */
  public synchronized Map<String, List<ServerCertificate>> served() {
    Map<String, List<ServerCertificate>> all = new LinkedHashMap<>();
    certificates.forEach((name, identities) -> all.put(name, identities.served()));
    return all;
  }

  /**
   * Retires a listener. Its QUIC connections end by themselves, unless another listener needs the port: packets would reach the
   * wrong listener.
   */
  private void retire(BoundListener old, Collection<BoundListener> next) {
    int port = old.port();
    boolean isPortTaken = next.stream()
        .anyMatch(now -> now.port() == port && now.protocols().contains(Protocol.HTTP_3));
    if (isPortTaken) {
      old.retireTcp();
      old.close();
    } else {
      old.retire();
      retired.put(old, port);
    }
  }

  private void freePort(int port) {
    retired.forEach((old, itsPort) -> {
      if (itsPort == port) {
        old.close();
      }
    });
    retired.keySet().removeIf(BoundListener::isRetired);
  }

  /** Makes session tickets from these secrets from now on, and the QUIC keys of listeners that are opened from now on. */
  public synchronized void share(SharedSecrets shared) {
    secrets = shared;
    bound.forEach((name, listener) -> listener.share(identitiesOf(certificates, name), shared));
  }

  /** Returns the fingerprints of the certificates in use, by the listener's name; none for a listener without TLS. */
  public synchronized Map<String, Set<String>> certificates() {
    Map<String, Set<String>> prints = new LinkedHashMap<>();
    certificates.forEach((name, identities) -> prints.put(name, identities.fingerprints()));
    return prints;
  }

  /** Returns the names of the certificate that each server name gets, by the listener's name. */
  public synchronized Map<String, ServerNames<CertifiedNames>> certified() {
    Map<String, ServerNames<CertifiedNames>> names = new LinkedHashMap<>();
    certificates.forEach((name, identities) -> names.put(name, identities.certified()));
    return names;
  }

  private BoundListener open(ListenerConfig listener, Map<String, TlsIdentities> identities)
      throws IOException {
    freePort(listener.port());
    if (!inherited.hasTcp(listener)
        && bound.values().stream().noneMatch(ours -> ours.config().port() == listener.port())) {
      requireFreePort(listener);
    }
    ListenerTls tls = new ListenerTls(identitiesOf(identities, listener.name()), owned, secrets);
    SocketSource source = new SocketSource(loops, transport, inherited);
    StrikeRegister register =
        strikes.computeIfAbsent(listener.name(), name -> new StrikeRegister(Ticker.system()));
    // With port 0 the system chooses one that is free for UDP. It may not be free for TCP.
    for (int attempt = 1; listener.port() == 0 && attempt < MAX_ATTEMPTS; attempt++) {
      try {
        return BoundListener.open(listener, tls, source, observatory, register, connecting);
      } catch (IOException e) {
        LOG.debug("listener {}: trying another port: {}", listener.name(), e.getMessage());
      }
    }
    return BoundListener.open(listener, tls, source, observatory, register, connecting);
  }

  private static TlsIdentities identitiesOf(Map<String, TlsIdentities> identities, String name) {
    return Objects.requireNonNull(identities.get(name), name);
  }

  /**
   * Returns true if a listener can keep its sockets. Certificates, timeouts and limits apply to its next connections. A QUIC socket keeps
   * whether it asks clients for certificates.
   */
  private static boolean sameSocket(ListenerConfig a, ListenerConfig b) {
    return a.host().equals(b.host())
        && a.port() == b.port()
        && a.protocols().equals(b.protocols())
        && a.clientAuth() == b.clientAuth()
        && (a.tls() == null) == (b.tls() == null);
  }

  /** Returns the port that a listener is bound to. Needed if the configured port is 0. */
  public synchronized int port(String name) {
    return named(name).port();
  }

  /** Returns the protocols that a listener serves. HTTP/3 may be configured on a machine that does not support it. */
  public synchronized Set<Protocol> protocols(String name) {
    return named(name).protocols();
  }

  /** Returns the reason why a configured HTTP/3 is not served; null if it is served or not configured. */
  public synchronized @Nullable String complaint(String name) {
    BoundListener listener = named(name);
    boolean isMissing = listener.config().speaks(Protocol.HTTP_3)
        && !listener.protocols().contains(Protocol.HTTP_3);
    return isMissing ? "h3 is configured but not served: " + QuicSupport.complaint() : null;
  }

  private BoundListener named(String name) {
    BoundListener listener = bound.get(name);
    if (listener == null) {
      throw new IllegalArgumentException(
          "listener: " + name + " (expected: one of " + bound.keySet() + ")");
    }
    return listener;
  }

  /** Returns the number of open connections over all loops. */
  public int openConnections() {
    return loops.values().stream().mapToInt(OpenConnections::count).sum();
  }

  /** Returns all listening sockets, which another process may use as well. Retired listeners are not among them. */
  public synchronized List<InheritedSockets.Inherited> sockets() {
    List<InheritedSockets.Inherited> sockets = new ArrayList<>();
    for (BoundListener listener : bound.values()) {
      listener
          .tcp()
          .descriptors()
          .forEach(descriptor ->
              sockets.add(socket(InheritedSockets.Kind.TCP, listener.config(), descriptor)));
      QuicListener quic = listener.quic();
      if (quic != null) {
        quic.descriptors()
            .forEach(descriptor ->
                sockets.add(socket(InheritedSockets.Kind.UDP, listener.config(), descriptor)));
      }
    }
    return sockets;
  }

  private static InheritedSockets.Inherited socket(
      InheritedSockets.Kind kind, ListenerConfig listener, int descriptor) {
    return new InheritedSockets.Inherited(
        kind, listener.name(), listener.host(), listener.port(), descriptor);
  }

  /** Returns the numbers of the runs of all QUIC listeners. */
  public synchronized Set<Integer> quicRuns() {
    Set<Integer> runs = new HashSet<>();
    quicListeners().forEach(quic -> runs.add(quic.run()));
    return runs;
  }

  private List<QuicListener> quicListeners() {
    List<QuicListener> all = new ArrayList<>();
    for (BoundListener listener : bound.values()) {
      QuicListener quic = listener.quic();
      if (quic != null) {
        all.add(quic);
      }
    }
    return all;
  }

  /** Stops reading UDP sockets. Returns the ids that clients have chosen for handshakes in progress. */
  public synchronized CompletableFuture<List<byte[]>> stopReading() {
    List<CompletableFuture<List<byte[]>>> each = new ArrayList<>();
    quicListeners().forEach(quic -> each.addAll(quic.stopReading()));
    return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
        .thenApply(done -> each.stream().flatMap(ids -> ids.join().stream()).toList());
  }

  /** Reads UDP sockets again, because no other process does. */
  public synchronized void startReading() {
    quicListeners().forEach(QuicListener::startReading);
  }

  /** Forwards packets of unknown QUIC connections to this process. */
  public synchronized void follow(EarlierProcess process) {
    quicListeners().forEach(quic -> quic.follow(process));
  }

  /** Takes a packet of a QUIC connection that a later process has received, and releases it. */
  public synchronized void take(String name, int socket, DatagramPacket packet) {
    InetSocketAddress recipient = packet.recipient();
    QuicListener quic = quicAt(name, recipient == null ? 0 : recipient.getPort());
    if (quic == null) {
      packet.release();
    } else {
      quic.take(socket, packet);
    }
  }

  /**
   * Returns the listener with HTTP/3 at this port: the one with this name, or the only one if the later process has other names. Null
   * if there is none, or several.
   *
   * @param port 0 if the port is not known
   */
  private @Nullable QuicListener quicAt(String name, int port) {
    QuicListener found = null;
    int count = 0;
    for (BoundListener listener : bound.values()) {
      QuicListener quic = listener.quic();
      // The TCP sockets are closed during a drain. Only the UDP socket knows the port that the
      // system has chosen.
      if (quic == null || quic.isClosed() || (port != 0 && quic.port() != port)) {
        continue;
      }
      if (listener.config().name().equals(name)) {
        return quic;
      }
      found = quic;
      count++;
    }
    return count == 1 ? found : null;
  }

  /**
   * Closes every QUIC connection and its sockets, because no other process forwards their packets any more. If they stayed open, the
   * kernel would give them packets of clients of a process that starts later. TCP connections continue.
   */
  public synchronized void closeQuic() {
    quicListeners().forEach(QuicListener::close);
  }

  /**
   * Drains every connection, because another process has the sockets now. That process still forwards packets of QUIC connections.
   * Returns at once.
   */
  public synchronized void handedOver() {
    bound.values().forEach(BoundListener::handedOver);
    loops.forEach((loop, open) -> loop.loop().execute(open::drainSoon));
  }

  /** Returns the number of connections whose protocol is not known yet, over all loops. */
  public int arrivingConnections() {
    return loops.values().stream().mapToInt(OpenConnections::arriving).sum();
  }

  /** Stops accepting and drains every connection. Returns at once. */
  public synchronized void drain() {
    bound.values().forEach(BoundListener::drain);
    loops.forEach((loop, open) -> loop.loop().execute(open::drain));
  }

  /**
   * Closes every socket, with or without a preceding {@link #drain}. QUIC clients get a CONNECTION_CLOSE, because they would not
   * notice a silent UDP port.
   */
  public synchronized void close() {
    bound.values().forEach(BoundListener::close);
    bound.clear();
    retired.keySet().forEach(BoundListener::close);
    retired.clear();
    staples.close();
  }

  /**
   * Throws if the port is in use. The sockets of the loops share a port (SO_REUSEPORT). The kernel would silently let a second
   * gateway of the same user join them and take half of the connections.
   */
  private static void requireFreePort(ListenerConfig listener) throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(listener.host(), listener.port()));
    } catch (IOException e) {
      throw new BindFailure(
          "listener " + listener.name() + ": " + listener.host() + ":" + listener.port(), e);
    }
  }
}
