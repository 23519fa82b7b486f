package io.lychgate.jmh.peers;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Processor time per request: all peers stay up, and in its turn each gets a fixed number of requests.
 *
 * <p>The time is that of the peer's whole process tree, user and system, before and after. It counts the handshakes of
 * the load generator's connections too: with 200,000 requests on 16 connections less than half a percent.
 */
final class LoadTrial implements Trial {
  private static final double KB_PER_MB = 1024;

  private final Scenario scenario;
  private final Load load;
  private final Stage stage;
  private final Generator generator;
  private final Map<Peer, Running> running = new HashMap<>();

  LoadTrial(Scenario scenario, Stage stage) {
    this.scenario = scenario;
    this.load = scenario.load();
    this.stage = stage;
    this.generator = new H2load(load, stage);
  }

  @Override
  public void prepare(Peer peer) throws IOException, InterruptedException {
    Running started = stage.start(peer, scenario.wish());
    running.put(peer, started);
    started.awaitAnswer();
    double warmUp = peer.isCompiledWhileRunning()
        ? load.warmUp() * stage.settings().warmUpShare()
        : requests() / 10.0;
    var unused = generator.run(started, Math.max((int) warmUp, stage.settings().connections()));
    started.truncateLogs();
  }

  @Override
  public Map<Metric, Double> measure(Peer peer) throws IOException, InterruptedException {
    Running measured = Objects.requireNonNull(running.get(peer), "prepare comes first");
    double before = measured.tree().cpuMicros();
    Generator.Result result = generator.run(measured, requests());
    double used = measured.tree().cpuMicros() - before;
    measured.truncateLogs();
    return Map.of(
        Metric.CPU_MICROS,
        used / requests(),
        Metric.REQUESTS_PER_SECOND,
        result.requestsPerSecond(),
        Metric.P50_MICROS,
        result.latencies().percentile(50),
        Metric.P99_MICROS,
        result.latencies().percentile(99),
        Metric.RSS_MB,
        measured.tree().rssKb() / KB_PER_MB,
        Metric.PSS_MB,
        measured.tree().pssKb() / KB_PER_MB);
  }

  @Override
  public void close() {
    running.values().forEach(stage::end);
  }

  private int requests() {
    return load.requests(stage.settings());
  }
}
