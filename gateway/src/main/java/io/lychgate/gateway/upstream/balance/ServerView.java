package io.lychgate.gateway.upstream.balance;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One server of one upstream, as it is now on this node.
 *
 * @param id unique in its upstream, and the same over reloads; a configured server has its URL
 * @param address scheme and authority, as a URL
 * @param weight 0 to 1000, as configured or discovered
 * @param priority number of its group; 0 is used first
 * @param zone empty if none is configured
 * @param reason one sentence; empty if the server is up and never failed
 * @param since start of the state
 * @param inFlight requests in progress from all event loops, tunnels included
 * @param requests number since the start of this process
 * @param failures number by kind, since the start of this process; kinds that never occurred are absent
 * @param latency moving average of the time to the response head; null before the first response
 * @param ejections number since the start of this process
 * @param override the operator's decision; null if there is none
 */
public record ServerView(
    String upstream,
    String id,
    String address,
    int weight,
    int priority,
    String zone,
    ServerStatus status,
    String reason,
    Instant since,
    long inFlight,
    long requests,
    Map<ServerFailure, Long> failures,
    @Nullable Duration latency,
    long ejections,
    @Nullable ServerOverride override) {
  public ServerView {
    failures = Map.copyOf(failures);
  }
}
