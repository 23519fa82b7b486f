package io.lychgate.jmh.peers;

import java.io.IOException;
import java.util.Map;

/** Time from starting the process to the end of its first proxied answer. */
final class StartTrial implements Trial {
  private static final double NANOS_PER_MILLI = 1_000_000;

  private final Stage stage;

  StartTrial(Stage stage) {
    this.stage = stage;
  }

  /** One start that does not count: the disk's cache and this JVM's TLS are warm after it. */
  @Override
  public void prepare(Peer peer) throws IOException {
    measure(peer);
  }

  @Override
  public Map<Metric, Double> measure(Peer peer) throws IOException {
    long began = System.nanoTime();
    Running started = stage.start(peer, Place.Wish.PLAIN_PROXY);
    try {
      started.awaitAnswer();
      double millis = (System.nanoTime() - began) / NANOS_PER_MILLI;
      return Map.of(Metric.START_MS, millis, Metric.PSS_MB, started.tree().pssKb() / 1024);
    } finally {
      stage.end(started);
    }
  }

  @Override
  public void close() {}
}
