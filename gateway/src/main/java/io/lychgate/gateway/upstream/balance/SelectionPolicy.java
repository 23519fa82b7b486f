package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.util.List;

/**
 * Chooses the server of each request. One instance serves one {@link ServerSet} on all event loops. Called for each request and each
 * retry, so it must neither allocate nor block. Any thread.
 */
public interface SelectionPolicy {
  /** The result of {@link #choose} if no server may take the request. */
  int NONE = -1;

  /** A policy over some servers of a set. */
  interface Factory {
    SelectionPolicy over(List<ServerState> servers, List<Endpoint> endpoints);
  }

  /**
   * Returns true if an event loop may choose among some of the servers only. False for a policy that gives a client or key the same
   * server on each loop.
   */
  default boolean permitsSubsets() {
    return true;
  }

  /** Returns the index of the preferred server in its set, or {@link #NONE}. */
  int choose(BalancedRequest request, long nowNanos);
}
