package io.lychgate.gateway.upstream.discovery;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.message.ProxiedClient;
import java.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server that requests can be sent to.
 *
 * @param id unique in its upstream, and the same as long as it is the same server: its state is kept by it. Shown in logs
 * @param server scheme, authority, weight, priority and zone
 * @param addresses in the order in which connections are tried; empty if the name is resolved for each connection
 * @param client the client that a header of the PROXY protocol names on each connection; null for no header
 */
public record Endpoint(
    String id,
    ServerConfig server,
    List<SocketAddress> addresses,
    @Nullable ProxiedClient client) {
  public Endpoint {
    addresses = List.copyOf(addresses);
  }

  public Endpoint(String id, ServerConfig server, List<? extends SocketAddress> addresses) {
    this(id, server, List.copyOf(addresses), null);
  }

  /** Returns a server of the configuration, whose name is resolved for each connection. */
  public static Endpoint of(ServerConfig server) {
    return new Endpoint(server.toString(), server, List.of());
  }

  /** Returns this server for connections of one client. */
  public Endpoint onBehalfOf(ProxiedClient of) {
    return new Endpoint(id, server, addresses, of);
  }

  /** Returns the id. */
  @Override
  public String toString() {
    return id;
  }
}
