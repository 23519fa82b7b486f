package io.lychgate.gateway.upstream.balance;

import java.util.List;

/** A choice of servers by code outside of this package, such as a plug-in. Any thread. */
@FunctionalInterface
public interface ServerChoice {
  /** The result that leaves the choice to the balancer. */
  int ANY = -1;

  /** The result of a choice that has failed, so that the request fails, too. */
  int FAILED = -2;

  /**
   * Chooses one of these servers.
   *
   * @param servers at least one
   * @return an index of the list, {@link #ANY} or {@link #FAILED}
   */
  int choose(BalancedRequest request, List<Candidate> servers);

  /**
   * A server that takes requests now.
   *
   * @param zone empty if unknown
   * @param latencyNanos 0 if unknown
   */
  record Candidate(
      String id, int weight, int priority, String zone, int inFlight, long latencyNanos) {}
}
