package io.lychgate.jmh.peers;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Latency at a fixed rate, the same for all: half of what the slowest peer of the run does at saturation, unless a rate is
 * given. All peers stay up.
 */
final class LatencyTrial implements Trial {
  private final Scenario scenario;
  private final Stage stage;
  private final H2load generator;
  private final Map<Peer, Running> running = new HashMap<>();
  private double slowest = Double.MAX_VALUE;

  LatencyTrial(Scenario scenario, Stage stage) {
    this.scenario = scenario;
    this.stage = stage;
    this.generator = new H2load(scenario.load(), stage);
  }

  @Override
  public void prepare(Peer peer) throws IOException, InterruptedException {
    Running started = stage.start(peer, scenario.wish());
    running.put(peer, started);
    started.awaitAnswer();
    generator.warmUp(started, scenario.load(), stage.settings());
    int requests = scenario.load().requests(stage.settings()) / 2;
    slowest = Math.min(slowest, generator.run(started, requests).requestsPerSecond());
    started.truncateLogs();
  }

  @Override
  public Map<Metric, Double> measure(Peer peer) throws IOException, InterruptedException {
    Running measured = Objects.requireNonNull(running.get(peer), "prepare comes first");
    Settings settings = stage.settings();
    double rate = settings.rate() > 0 ? settings.rate() : slowest / 2;
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

  @Override
  public void close() {
    running.values().forEach(stage::end);
  }
}
