package io.lychgate.gateway.upstream.discovery;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The successes and failures of one source. It logs the first failure and the end of failures, not each one. Any thread. */
final class SourceHealth {
  private static final Logger LOG = LoggerFactory.getLogger(SourceHealth.class);

  private final String upstream;
  private final String source;
  private final Map<DiscoveryFailure, Long> failures = new EnumMap<>(DiscoveryFailure.class);
  private int servers;
  private @Nullable Instant answeredAt;
  private @Nullable Instant problemSince;
  private String problem = "";

  SourceHealth(String upstream, String source) {
    this.upstream = upstream;
    this.source = source;
  }

  /** @param found number of servers of the answer */
  synchronized void succeeded(int found) {
    if (problemSince != null) {
      LOG.info(
          "upstream {}: {} works again, after failures since {}; {} servers",
          upstream,
          source,
          problemSince,
          found);
    }
    servers = found;
    answeredAt = Instant.now();
    problemSince = null;
    problem = "";
  }

  /** @param why one sentence */
  synchronized void failed(DiscoveryFailure kind, String why) {
    failures.merge(kind, 1L, Long::sum);
    if (problemSince == null) {
      problemSince = Instant.now();
      if (answeredAt == null) {
        LOG.warn(
            "upstream {}: {}: {}; no servers from it yet, it is tried again",
            upstream,
            source,
            why);
      } else {
        LOG.warn(
            "upstream {}: {}: {}; the {} servers of {} stay in use",
            upstream,
            source,
            why,
            servers,
            answeredAt);
      }
    } else if (!why.equals(problem)) {
      LOG.debug("upstream {}: {}: {}", upstream, source, why);
    }
    problem = why;
  }

  synchronized boolean hasResult() {
    return answeredAt != null || problemSince != null;
  }

  synchronized SourceStatus status() {
    return new SourceStatus(source, servers, answeredAt, problem, problemSince, failures);
  }
}
