package io.lychgate.jmh.peers;

import java.io.Closeable;
import java.io.IOException;

/** What puts a peer under load, on the load core. */
interface Generator extends Closeable {

  /** Sends a number of requests; anything but as many whole answers is an exception. */
  Result run(Running peer, int requests) throws IOException, InterruptedException;

  /** The one for a load. */
  static Generator of(Load load, Stage stage) throws IOException {
    return switch (load.way()) {
      case H2, H1, H1_PLAIN, H1_PIPELINED -> new H2load(load, stage);
      case FULL_HANDSHAKE, RESUMED_HANDSHAKE -> new Handshakes(load, stage);
      case H3 -> new Http3Load(load, stage);
    };
  }

  /** What one run saw; the latencies are empty when the generator does not tell them. */
  record Result(double requestsPerSecond, Latencies latencies) {}

  @Override
  default void close() throws IOException {}
}
