package io.lychgate.jmh.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reload of a configuration of 10,000 routes of which one is changed, under requests at a fixed rate over HTTP/2. The
 * configuration is in effect when a request on a new connection gets its response.
 */
final class ReloadTrial implements Trial {
  /** Requests a second. It is low, as some peers try one route after the other, and must not be overloaded. */
  private static final int RATE = 200;

  private static final int MILLIS = 6000;
  private static final int MILLIS_BEFORE = 1000;

  /** Period after the start of the reload whose due requests may be disturbed by it. */
  private static final long WINDOW_MICROS = TimeUnit.SECONDS.toMicros(3);

  private final Scenario scenario;
  private final Stage stage;
  private final Map<Peer, Running> running = new HashMap<>();

  ReloadTrial(Scenario scenario, Stage stage) {
    this.scenario = scenario;
    this.stage = stage;
  }

  @Override
  public void prepare(Peer peer) throws IOException, InterruptedException {
    Running started = stage.start(peer, scenario.wish(stage.settings()));
    running.put(peer, started);
    started.awaitResponse();
    int warmUp = scenario.load().warmUp(peer, stage.settings());
    var unused = new H2load(scenario.load(), stage).oneByOne(started, warmUp);
    started.truncateLogs();
  }

  @Override
  public Map<Metric, Double> measure(Peer peer) throws IOException, InterruptedException {
    Running measured = Objects.requireNonNull(running.get(peer), "prepare comes first");
    Path log = stage.directory().resolve("reload-" + peer.name() + ".tsv");
    try (Orders client = Orders.to(stage, "visits")) {
      CompletableFuture<Void> load = CompletableFuture.runAsync(() -> pace(client, measured, log));
      Thread.sleep(MILLIS_BEFORE);
      long began = micros();
      measured.reload();
      measured.awaitProbe();
      double millis = (micros() - began) / 1000.0;
      load.get(1, TimeUnit.MINUTES);
      Latencies disturbed = Latencies.read(log, began, began + WINDOW_MICROS);
      return Map.of(
          Metric.RELOAD_MS,
          millis,
          Metric.P99_MICROS,
          disturbed.percentile(99),
          Metric.MAX_MICROS,
          disturbed.percentile(100),
          Metric.ERRORS,
          (double) Latencies.failures(log),
          Metric.PSS_MB,
          measured.tree().pssKb() / 1024);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("load: " + e.getMessage(), e);
    } finally {
      measured.truncateLogs();
    }
  }

  private static void pace(Orders client, Running peer, Path log) {
    try {
      var unused = client.give(Map.of(
          "do",
          "pace",
          "address",
          "127.0.0.1:" + peer.ports().tls(),
          "path",
          "/1k",
          "bytes",
          1024,
          "rate",
          RATE,
          "millis",
          MILLIS,
          "log",
          log.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Microseconds since the epoch, as in the client's log. */
  private static long micros() {
    return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
  }

  @Override
  public void close() {
    running.values().forEach(stage::end);
  }
}
