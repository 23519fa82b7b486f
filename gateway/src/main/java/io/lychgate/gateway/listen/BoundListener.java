package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.exchange.AltSvc;
import io.lychgate.gateway.listen.quic.QuicListener;
import io.lychgate.gateway.listen.quic.StrikeRegister;
import io.lychgate.gateway.listen.socket.InheritedSockets;
import io.lychgate.gateway.listen.socket.SocketSource;
import io.lychgate.gateway.listen.tcp.TcpListener;
import io.lychgate.gateway.listen.tls.ListenerTls;
import io.lychgate.gateway.listen.tls.SharedSecrets;
import io.lychgate.gateway.listen.tls.TlsIdentities;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.upstream.connect.ConnectRace;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The sockets of one listener: a TCP port, and the UDP port with the same number if it serves HTTP/3. */
final class BoundListener {
  private final TcpListener tcp;
  private final @Nullable QuicListener quic;
  private final AltSvc altSvc;

  private BoundListener(TcpListener tcp, @Nullable QuicListener quic, AltSvc altSvc) {
    this.tcp = tcp;
    this.quic = quic;
    this.altSvc = altSvc;
  }

  /** Binds both ports, or none. Binds UDP first, because Alt-Svc advertises its number to TCP clients. */
  static BoundListener open(
      ListenerConfig config,
      ListenerTls tls,
      SocketSource source,
      Observatory observatory,
      StrikeRegister strikes,
      ConnectRace.Means connecting)
      throws IOException {
    int number = observatory.listeners().numberOf(config.name());
    AltSvc altSvc = new AltSvc();
    QuicListener quic = null;
    if (tls.identities().quic() != null) {
      quic = new QuicListener(config, tls, source, observatory, strikes, altSvc);
      quic.bind(source.transport());
    }
    TcpListener tcp = new TcpListener(config, tls.identities(), tls.owned(), connecting);
    altSvc.adopt(config.altSvc(), quic == null ? 0 : quic.port());
    try {
      tcp.bind(
          source.loops(),
          source.transport(),
          number,
          quic == null ? config.port() : quic.port(),
          config.tls() == null ? null : altSvc,
          source.inherited().take(InheritedSockets.Kind.TCP, config));
    } catch (IOException e) {
      if (quic != null) {
        quic.close();
      }
      throw e;
    }
    return new BoundListener(tcp, quic, altSvc);
  }

  ListenerConfig config() {
    return tcp.config();
  }

  /** Returns the served protocols: all configured ones, but HTTP/3 only with QUIC. */
  Set<Protocol> protocols() {
    Set<Protocol> spoken = EnumSet.copyOf(config().protocols());
    if (quic == null) {
      spoken.remove(Protocol.HTTP_3);
    }
    return spoken;
  }

  int port() {
    return tcp.port();
  }

  /** Applies this configuration and these certificates to connections from now on. */
  void adopt(ListenerConfig config, TlsIdentities identities, SharedSecrets secrets) {
    share(config, identities, secrets);
    altSvc.adopt(config.altSvc(), quic == null ? 0 : quic.port());
    tcp.adopt(config, identities);
    if (quic != null && identities.quic() != null) {
      quic.adopt(config, identities);
    }
  }

  /** Makes session tickets from these secrets from now on. */
  void share(TlsIdentities identities, SharedSecrets secrets) {
    share(config(), identities, secrets);
  }

  private void share(ListenerConfig config, TlsIdentities identities, SharedSecrets secrets) {
    String promises = quic == null ? "" : quic.promises(config);
    identities.share(config.name(), promises, secrets);
    if (quic != null) {
      quic.share(secrets, config.name());
    }
  }

  /** Starts to accept at inherited sockets. */
  void startAccepting() {
    tcp.startAccepting();
    if (quic != null) {
      quic.startReading();
    }
  }

  TcpListener tcp() {
    return tcp;
  }

  @Nullable
  QuicListener quic() {
    return quic;
  }

  /** Accepts no new TCP connections. Another process reads the UDP sockets and forwards the packets of open connections. */
  void handedOver() {
    tcp.close();
  }

  /** Accepts no new connections. Open connections keep their sockets. */
  void drain() {
    tcp.close();
    if (quic != null) {
      quic.refuse();
    }
  }

  /** Retires a listener that a reload has removed: connections first complete their requests in flight. */
  void retire() {
    tcp.retire();
    if (quic != null) {
      quic.retire();
    }
  }

  /** Retires TCP connections only; see {@link #retire}. */
  void retireTcp() {
    tcp.retire();
  }

  /** Returns true if no socket is bound any more, after {@link #retire}. */
  boolean isRetired() {
    return quic == null || quic.isClosed();
  }

  /**
   * Closes the sockets. TCP connections continue without the socket that accepted them. QUIC connections have no other socket and
   * are closed.
   */
  void close() {
    tcp.close();
    if (quic != null) {
      quic.close();
    }
  }
}
