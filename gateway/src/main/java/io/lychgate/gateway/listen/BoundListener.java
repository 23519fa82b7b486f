package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.ListenerConfig;
import io.lychgate.gateway.config.Protocol;
import io.lychgate.gateway.exchange.AltSvc;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.observe.Observatory;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The sockets of one listener: a TCP port, and the UDP port of the same number where HTTP/3 is spoken. */
final class BoundListener {
  private final TcpListener tcp;
  private final @Nullable QuicListener quic;
  private final AltSvc altSvc;

  private BoundListener(TcpListener tcp, @Nullable QuicListener quic, AltSvc altSvc) {
    this.tcp = tcp;
    this.quic = quic;
    this.altSvc = altSvc;
  }

  /** Binds both ports, or none. UDP first, because TCP clients are told its number (Alt-Svc). */
  static BoundListener open(
      ListenerConfig config,
      TlsIdentities identities,
      Map<LoopContext, OpenConnections> loops,
      Transport transport,
      Observatory observatory,
      SharedSecrets secrets,
      StrikeRegister strikes)
      throws IOException {
    int number = observatory.listeners().numberOf(config.name());
    AltSvc altSvc = new AltSvc();
    QuicListener quic = null;
    if (identities.quic() != null) {
      quic = new QuicListener(
          config,
          identities.quic(),
          loops,
          transport.reusePort(),
          observatory,
          secrets,
          strikes,
          altSvc);
      quic.bind(transport);
    }
    TcpListener tcp = new TcpListener(config, identities.tcp());
    altSvc.adopt(config.altSvc(), quic == null ? 0 : quic.port());
    try {
      tcp.bind(
          loops,
          transport,
          number,
          quic == null ? config.port() : quic.port(),
          config.tls() == null ? null : altSvc);
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

  /** What is spoken: all that is configured, but HTTP/3 only where QUIC is. */
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

  /** Serves connections that come from now on by this configuration, with these certificates. */
  void adopt(ListenerConfig config, TlsIdentities identities, SharedSecrets secrets) {
    share(config, identities, secrets);
    altSvc.adopt(config.altSvc(), quic == null ? 0 : quic.port());
    tcp.adopt(config, identities.tcp());
    if (quic != null && identities.quic() != null) {
      quic.adopt(config, identities.quic());
    }
  }

  /** Session tickets are made of these secrets from now on. */
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

  /** Takes no new connections. Those that are open keep their sockets. */
  void drain() {
    tcp.close();
    if (quic != null) {
      quic.refuse();
    }
  }

  /** The listener was removed by a reload: connections first complete their requests in flight. */
  void retire() {
    tcp.retire();
    if (quic != null) {
      quic.retire();
    }
  }

  /** As {@link #retire}, of TCP connections only. */
  void retireTcp() {
    tcp.retire();
  }

  /** Whether nothing of it is bound any more, after {@link #retire}. */
  boolean isRetired() {
    return quic == null || quic.isClosed();
  }

  /** TCP connections go on without the socket that accepted them; QUIC connections have no other one and end. */
  void close() {
    tcp.close();
    if (quic != null) {
      quic.close();
    }
  }
}
