package io.lychgate.jmh.peers;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Processor time per request. All peers stay up, and each in turn gets a fixed number of requests.
 *
 * <p>It is the difference of the user and system time of the peer's whole process tree. It includes the handshakes of the load
 * generator's connections: with 200,000 requests on 16 connections, they are less than half a percent.
 */
final class LoadTrial implements Trial {
  private static final double KB_PER_MB = 1024;

  private final Scenario scenario;
  private final Load load;
  private final Stage stage;
  private final Generator generator;
  private final Map<Peer, Running> running = new HashMap<>();

  LoadTrial(Scenario scenario, Stage stage) throws IOException {
    this.scenario = scenario;
    this.load = scenario.load();
    this.stage = stage;
    this.generator = Generator.of(load, stage);
  }

  @Override
  public void prepare(Peer peer) throws IOException, InterruptedException {
    Running started = stage.start(peer, scenario.wish(stage.settings()));
    running.put(peer, started);
    started.awaitResponse();
    generator.warmUp(started, load, stage.settings());
    started.truncateLogs();
  }

  @Override
  public Map<Metric, Double> measure(Peer peer) throws IOException, InterruptedException {
    Running measured = Objects.requireNonNull(running.get(peer), "prepare comes first");
    OptionalDouble allocated = peer.allocatedKb(measured.tree());
    double before = measured.tree().cpuMicros();
    Generator.Result result = generator.run(measured, requests());
    double used = measured.tree().cpuMicros() - before;
    measured.truncateLogs();
    Map<Metric, Double> sample = new EnumMap<>(Metric.class);
    sample.put(Metric.CPU_MICROS, used / requests());
    sample.put(Metric.REQUESTS_PER_SECOND, result.requestsPerSecond());
    if (!result.latencies().isEmpty()) {
      sample.put(Metric.P50_MICROS, result.latencies().percentile(50));
      sample.put(Metric.P99_MICROS, result.latencies().percentile(99));
    }
    OptionalDouble allocatedAfter = peer.allocatedKb(measured.tree());
    if (allocated.isPresent() && allocatedAfter.isPresent()) {
      double garbage = allocatedAfter.getAsDouble() - allocated.getAsDouble();
      sample.put(Metric.GARBAGE_KB, garbage / requests());
    }
    sample.put(Metric.RSS_MB, measured.tree().rssKb() / KB_PER_MB);
    sample.put(Metric.PSS_MB, measured.tree().pssKb() / KB_PER_MB);
    return sample;
  }

  @Override
  public void close() throws IOException {
    running.values().forEach(stage::end);
    generator.close();
  }

  private int requests() {
    return load.requests(stage.settings());
  }
}
