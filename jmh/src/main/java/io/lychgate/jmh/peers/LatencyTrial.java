package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.LychgateProgram;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Latency at a fixed rate, the same for all peers. Unless a rate is given, it is half of the throughput at saturation of the
 * slower of Lychgate and nginx, which the target compares. Without these two, it is that of the slowest peer of the run. All
 * peers stay up.
 */
final class LatencyTrial implements Trial {
  private static final Set<String> COMPARED = Set.of(LychgateProgram.NAME, "nginx");

  private final Scenario scenario;
  private final Stage stage;
  private final H2load generator;
  private final Map<Peer, Running> running = new HashMap<>();
  private final Map<String, Double> saturation = new HashMap<>();

  LatencyTrial(Scenario scenario, Stage stage) {
    this.scenario = scenario;
    this.stage = stage;
    this.generator = new H2load(scenario.load(), stage);
  }

  @Override
  public void prepare(Peer peer) throws IOException, InterruptedException {
    Running started = stage.start(peer, scenario.wish(stage.settings()));
    running.put(peer, started);
    started.awaitResponse();
    generator.warmUp(started, scenario.load(), stage.settings());
    int requests = scenario.load().requests(stage.settings()) / 2;
    saturation.put(peer.name(), generator.run(started, requests).requestsPerSecond());
    started.truncateLogs();
  }

  @Override
  public Map<Metric, Double> measure(Peer peer) throws IOException, InterruptedException {
    Running measured = Objects.requireNonNull(running.get(peer), "prepare comes first");
    Settings settings = stage.settings();
    double rate = settings.rate() > 0 ? settings.rate() : halfLoad();
    GcLog earlier = measured.gcLog();
    Generator.Result result = generator.paced(measured, rate, settings.seconds());
    Latencies latencies = result.latencies();
    Map<Metric, Double> sample = new EnumMap<>(Metric.class);
    sample.put(Metric.P99_MICROS, latencies.percentile(99));
    sample.put(Metric.P50_MICROS, latencies.percentile(50));
    sample.put(Metric.P999_MICROS, latencies.percentile(99.9));
    sample.put(Metric.REQUESTS_PER_SECOND, result.requestsPerSecond());
    measured
        .gcLog()
        .since(earlier)
        .longestPause()
        .ifPresent(pause -> sample.put(Metric.PAUSE_MS, pause));
    measured.truncateLogs();
    return sample;
  }

  private double halfLoad() {
    Map<String, Double> slowest = new HashMap<>(saturation);
    if (saturation.keySet().containsAll(COMPARED)) {
      slowest.keySet().retainAll(COMPARED);
    }
    return Collections.min(slowest.values()) / 2;
  }

  @Override
  public void close() {
    running.values().forEach(stage::end);
  }
}
