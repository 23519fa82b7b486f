package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.util.List;

/**
 * The servers of an upstream between two changes. All loops share it; each loop replaces it by the next version in a task of its
 * own. Immutable; the states of the servers are not.
 *
 * @param version greater than that of each earlier set of the upstream
 * @param servers may be empty
 * @param endpoints in the order of the servers
 */
public record ServerSet(
    long version, List<ServerState> servers, List<Endpoint> endpoints, SelectionPolicy policy) {
  public ServerSet {
    servers = List.copyOf(servers);
    endpoints = List.copyOf(endpoints);
  }

  public int size() {
    return servers.size();
  }
}
