package io.lychgate.jmh.peers;

import java.io.Closeable;
import java.io.IOException;

/** Load generator, on the load core. */
interface Generator extends Closeable {

  /** Sends a number of requests. Throws unless each gets a complete response. */
  Result run(Running peer, int requests) throws IOException, InterruptedException;

  /**
   * Warms up before the first sample, in runs as long as the samples, as opening and closing connections is work as well. After
   * one long run, the first sample took up to twice the time of the third.
   */
  default void warmUp(Running peer, Load load, Settings settings)
      throws IOException, InterruptedException {
    int run = load.requests(settings);
    for (int left = load.warmUp(peer.peer(), settings); left > 0; left -= run) {
      var unused = run(peer, Math.max(Math.min(left, run), settings.connections()));
    }
  }

  /** Returns the generator for a load. */
  static Generator of(Load load, Stage stage) throws IOException {
    return switch (load.way()) {
      case H2, H2_TOKEN, H1, H1_PLAIN, H1_PIPELINED -> new H2load(load, stage);
      case FULL_HANDSHAKE, RESUMED_HANDSHAKE -> new Handshakes(load, stage);
      case H3 -> new Http3Load(load, stage);
    };
  }

  /** Result of one run; the latencies are empty if the generator does not report them. */
  record Result(double requestsPerSecond, Latencies latencies) {}

  @Override
  default void close() throws IOException {}
}
