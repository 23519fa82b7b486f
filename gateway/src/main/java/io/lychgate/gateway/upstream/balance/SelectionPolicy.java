package io.lychgate.gateway.upstream.balance;

/**
 * Chooses the server of each request. One instance serves one {@link ServerSet} on all event loops. Called for each request and each
 * retry, so it must neither allocate nor block. Any thread.
 */
public interface SelectionPolicy {
  /** The result of {@link #choose} if no server may take the request. */
  int NONE = -1;

  /** Returns the index of the preferred server in its set, or {@link #NONE}. */
  int choose(BalancedRequest request, long nowNanos);
}
