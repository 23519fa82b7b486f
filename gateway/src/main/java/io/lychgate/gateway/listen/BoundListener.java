package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.ListenerConfig;
import io.lychgate.gateway.exchange.LoopContext;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sockets of one listener: a TCP port, and the UDP port of the same number where HTTP/3 is spoken. */
final class BoundListener {
  private final TcpListener tcp;
  private final @Nullable QuicListener quic;

  private BoundListener(TcpListener tcp, @Nullable QuicListener quic) {
    this.tcp = tcp;
    this.quic = quic;
  }

  /** Binds both ports, or none. UDP first, because TCP clients are told its number (Alt-Svc). */
  static BoundListener open(
      ListenerConfig config,
      TlsIdentities identities,
      Map<LoopContext, OpenConnections> loops,
      Transport transport,
      int listenerNumber)
      throws IOException {
    QuicListener quic = null;
    if (identities.quic() != null) {
      List<Map.Entry<LoopContext, OpenConnections>> all = new ArrayList<>(loops.entrySet());
      Map.Entry<LoopContext, OpenConnections> loop = all.get(listenerNumber % all.size());
      quic = new QuicListener(
          config, identities.quic(), loop.getKey(), loop.getValue(), listenerNumber);
      quic.bind(transport);
    }
    TcpListener tcp = new TcpListener(config, identities.tcp());
    AsciiString altSvc = quic == null ? null : AltSvc.ofPort(quic.port());
    try {
      tcp.bind(
          loops, transport, listenerNumber, quic == null ? config.port() : quic.port(), altSvc);
    } catch (IOException e) {
      if (quic != null) {
        quic.close();
      }
      throw e;
    }
    return new BoundListener(tcp, quic);
  }

  ListenerConfig config() {
    return tcp.config();
  }

  int port() {
    return tcp.port();
  }

  /** Serves connections that come from now on by this configuration, with these certificates. */
  void adopt(ListenerConfig config, TlsIdentities identities) {
    tcp.adopt(config, identities.tcp());
    if (quic != null && identities.quic() != null) {
      quic.adopt(config, identities.quic());
    }
  }

  /** Takes no new connections. Those that are open keep their sockets. */
  void drain() {
    tcp.close();
    if (quic != null) {
      quic.refuse();
    }
  }

  /** TCP connections go on without the socket that accepted them; QUIC connections have no other one and end. */
  void close() {
    tcp.close();
    if (quic != null) {
      quic.close();
    }
  }
}
