package io.lychgate.gateway.upstream.discovery;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One source of servers, as it is now.
 *
 * @param source {@code dns:NAME}, {@code srv:NAME} or {@code file:PATH}
 * @param servers number of servers of the last answer
 * @param answeredAt time of the last look-up that succeeded; null before the first
 * @param problem the reason of the last failure in one sentence; empty if the last look-up succeeded
 * @param problemSince first failure since the last success; null without a problem
 * @param failures number by kind, since the source is watched; kinds that never occurred are absent
 */
public record SourceStatus(
    String source,
    int servers,
    @Nullable Instant answeredAt,
    String problem,
    @Nullable Instant problemSince,
    Map<DiscoveryFailure, Long> failures) {
  public SourceStatus {
    failures = Map.copyOf(failures);
  }
}
