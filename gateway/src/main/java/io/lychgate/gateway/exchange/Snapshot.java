package io.lychgate.gateway.exchange;

import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.route.Router;
import io.lychgate.scheduler.PriorityOverride;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything built from one configuration and one set of published manifests. Immutable: an exchange keeps the one that it
 * started with, publishing swaps the reference, nothing restarts.
 *
 * @param revision counts snapshots of this process; in the access log, so that a line tells what it was served by
 * @param health responds to probes, if the listener has health endpoints
 * @param beacons where pages tell the ledger what they used; null when none may
 * @param skipReasonNumbers what counters know each {@link SkipReason} by
 */
public record Snapshot(
    long revision,
    GatewayConfig config,
    Router router,
    ManifestIndex manifests,
    PushSettings push,
    PriorityOverride priorities,
    HealthEndpoint health,
    @Nullable BeaconEndpoint beacons,
    Map<SkipReason, Integer> skipReasonNumbers) {

  /** Whether a client may open a WebSocket anywhere. */
  public boolean takesWebSockets() {
    return router.takesWebSockets();
  }

  int skipReasonNumber(SkipReason reason) {
    return skipReasonNumbers.getOrDefault(reason, 0);
  }
}
