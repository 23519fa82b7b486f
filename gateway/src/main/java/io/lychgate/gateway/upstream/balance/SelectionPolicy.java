package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.observe.count.Diversion;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the server of each request. One instance serves one {@link ServerSet} on all event loops. Called for each request and each
 * retry, so it must neither allocate nor block. Any thread.
 */
public interface SelectionPolicy {
  /** The result of {@link #choose} if no server may take the request. */
  int NONE = -1;

  /** The result of {@link #choose} if a choice by a plug-in has failed, so that the request fails. */
  int FAILED = -2;

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

  /** Returns how a chosen server differs from those that are used first; null if it is one of them. */
  default @Nullable Diversion diversion(int server, long nowNanos) {
    return null;
  }

  /** Returns true if a server takes a smaller part than its weight, because it has just joined or recovered. */
  default boolean isStarting(int server, long nowNanos) {
    return false;
  }

  /** Returns the index of the preferred server in its set, {@link #NONE} or {@link #FAILED}. */
  int choose(BalancedRequest request, long nowNanos);
}
