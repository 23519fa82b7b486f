package io.lychgate.gateway.exchange;

import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.experiment.RunningExperiments;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.plugin.PluginSet;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.route.Router;
import io.lychgate.scheduler.PriorityOverride;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything built from one configuration and one set of published manifests. Immutable: an exchange keeps the snapshot that it
 * started with. Publishing swaps the reference; nothing restarts.
 *
 * @param revision counts the snapshots of this process; the access log contains it, so that each line names the snapshot that
 *     served it
 * @param health responds to probes, if the listener has health endpoints
 * @param challenges responds to authorities that check names
 * @param beacons the endpoint by which pages report used assets to the ledger; null if disabled
 * @param timings the endpoint by which pages report how fast they were; null if no route measures that
 * @param bench the bench page of sites; null if no site has one
 * @param plugins the plug-ins that the configuration uses. Each exchange pins them
 * @param experiments the experiments in force
 * @param skipReasonNumbers the number of each {@link SkipReason} in the counters
 */
public record Snapshot(
    long revision,
    GatewayConfig config,
    Router router,
    ManifestIndex manifests,
    PushSettings push,
    PriorityOverride priorities,
    HealthEndpoint health,
    ChallengeEndpoint challenges,
    @Nullable BeaconEndpoint beacons,
    @Nullable TimingEndpoint timings,
    @Nullable BenchEndpoint bench,
    PluginSet plugins,
    RunningExperiments experiments,
    Map<SkipReason, Integer> skipReasonNumbers) {

  /** Returns the same with other experiments. */
  public Snapshot with(RunningExperiments running) {
    return new Snapshot(
        revision + 1,
        config,
        router,
        manifests,
        push,
        priorities,
        health,
        challenges,
        beacons,
        timings,
        bench,
        plugins,
        running,
        skipReasonNumbers);
  }

  /** Returns true if some route accepts WebSockets. */
  public boolean takesWebSockets() {
    return router.takesWebSockets();
  }

  /** Returns the endpoint of the gateway itself to which a request goes; null for none. */
  @Nullable
  SiteEndpoint endpoint(RequestHead request) {
    if (beacons != null && beacons.isFor(request)) {
      return beacons;
    }
    if (bench != null && bench.isFor(request)) {
      return bench;
    }
    return timings != null && timings.isFor(request) ? timings : null;
  }

  int skipReasonNumber(SkipReason reason) {
    return skipReasonNumbers.getOrDefault(reason, 0);
  }
}
