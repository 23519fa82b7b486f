package io.lychgate.gateway.upstream.discovery;

import io.lychgate.gateway.config.site.ServerConfig;
import java.net.SocketAddress;
import java.util.List;

/**
 * One server that requests can be sent to.
 *
 * @param id unique in its upstream, and the same as long as it is the same server: its state is kept by it. Shown in logs
 * @param server scheme, authority, weight, priority and zone
 * @param addresses in the order in which connections are tried; empty if the name is resolved for each connection
 */
public record Endpoint(String id, ServerConfig server, List<SocketAddress> addresses) {
  public Endpoint {
    addresses = List.copyOf(addresses);
  }

  /** Returns a server of the configuration, whose name is resolved for each connection. */
  public static Endpoint of(ServerConfig server) {
    return new Endpoint(server.toString(), server, List.of());
  }

  /** Returns the id. */
  @Override
  public String toString() {
    return id;
  }
}
