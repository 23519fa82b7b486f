package io.lychgate.jmh.peers;

import java.io.IOException;
import java.util.Map;

/**
 * Time from the start of the process to the end of its first proxied response, latency of the next thousand, and time until it
 * has reached its speed.
 */
final class StartTrial implements Trial {
  private static final double NANOS_PER_MILLI = 1_000_000;

  private static final int FIRST_REQUESTS = 1000;

  /** Number of windows of a sample in which the speed is measured. */
  private static final int WINDOWS = 20;

  private final Scenario scenario;
  private final Stage stage;
  private final H2load generator;

  StartTrial(Scenario scenario, Stage stage) {
    this.scenario = scenario;
    this.stage = stage;
    this.generator = new H2load(scenario.load(), stage);
  }

  /** Makes one start that does not count, to warm the disk's cache and this JVM's TLS. */
  @Override
  public void prepare(Peer peer) throws IOException, InterruptedException {
    measure(peer);
  }

  @Override
  public Map<Metric, Double> measure(Peer peer) throws IOException, InterruptedException {
    long began = System.nanoTime();
    Running started = stage.start(peer, scenario.wish(stage.settings()));
    try {
      started.awaitResponse();
      double millis = millisSince(began);
      Latencies first = generator.oneByOne(started, FIRST_REQUESTS).latencies();
      return Map.of(
          Metric.START_MS,
          millis,
          Metric.FIRST_P99_MICROS,
          first.percentile(99),
          Metric.STEADY_MS,
          steadySpeed(started, began).millis(),
          Metric.PSS_MB,
          started.tree().pssKb() / 1024);
    } finally {
      stage.end(started);
    }
  }

  private SteadySpeed steadySpeed(Running started, long began)
      throws IOException, InterruptedException {
    SteadySpeed speed = new SteadySpeed();
    int requests =
        Math.max(stage.settings().requests() / WINDOWS, stage.settings().connections());
    for (int window = 0; window < WINDOWS; window++) {
      double before = started.tree().cpuMicros();
      var unused = generator.run(started, requests);
      speed.add((started.tree().cpuMicros() - before) / requests, millisSince(began));
    }
    return speed;
  }

  private static double millisSince(long began) {
    return (System.nanoTime() - began) / NANOS_PER_MILLI;
  }

  @Override
  public void close() {}
}
