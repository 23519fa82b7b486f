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
 * @param policy chooses among the servers
 * @param policies creates the policy of a part of the servers
 */
public record ServerSet(
    long version,
    List<ServerState> servers,
    List<Endpoint> endpoints,
    SelectionPolicy policy,
    SelectionPolicy.Factory policies) {
  public ServerSet {
    servers = List.copyOf(servers);
    endpoints = List.copyOf(endpoints);
  }

  /** Returns a set with a policy over these servers. */
  static ServerSet of(
      long version,
      List<ServerState> servers,
      List<Endpoint> endpoints,
      SelectionPolicy.Factory policies) {
    return new ServerSet(
        version, servers, endpoints, policies.over(List.copyOf(servers), endpoints), policies);
  }

  /** Returns a set of the servers with these indexes, with a policy of the same kind. */
  ServerSet subset(List<Integer> members) {
    return of(
        version,
        members.stream().map(servers::get).toList(),
        members.stream().map(endpoints::get).toList(),
        policies);
  }

  /** Returns the state of a server for new requests. */
  public ServerStatus status(int server, long nowNanos) {
    ServerStatus status = servers.get(server).status(endpoints.get(server), nowNanos);
    return status == ServerStatus.UP && policy.isStarting(server, nowNanos)
        ? ServerStatus.SLOW_START
        : status;
  }

  public int size() {
    return servers.size();
  }
}
