package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.observe.count.Diversion;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers of an upstream between two changes. All loops share it; each loop replaces it by the next version in a task of its
 * own. Immutable; the states of the servers are not.
 */
public final class ServerSet {
  private final long version;
  private final List<ServerState> servers;
  private final List<Endpoint> endpoints;
  private final Balancer balancer;
  private final @Nullable StickyServers sticky;

  ServerSet(
      long version,
      List<ServerState> servers,
      List<Endpoint> endpoints,
      Balancer balancer,
      @Nullable StickyServers sticky) {
    this.version = version;
    this.servers = List.copyOf(servers);
    this.endpoints = List.copyOf(endpoints);
    this.balancer = balancer;
    this.sticky = sticky;
  }

  /** Returns a number greater than that of each earlier set of the upstream. */
  public long version() {
    return version;
  }

  /** Returns the states of the servers. May be empty. */
  public List<ServerState> servers() {
    return servers;
  }

  /** Returns the endpoints in the order of the servers. */
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  public int size() {
    return servers.size();
  }

  public SelectionPolicy policy() {
    return balancer;
  }

  /** Returns how a chosen server differs from those that are used first; null if it is one of them. */
  public @Nullable Diversion diversion(int server, long nowNanos) {
    return balancer.diversion(server, nowNanos);
  }

  Balancer balancer() {
    return balancer;
  }

  @Nullable
  StickyServers sticky() {
    return sticky;
  }
}
