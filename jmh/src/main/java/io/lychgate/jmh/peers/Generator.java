package io.lychgate.jmh.peers;

import java.io.Closeable;
import java.io.IOException;

/** What puts a peer under load, on the load core. */
interface Generator extends Closeable {

  /** Sends a number of requests; anything but as many whole answers is an exception. */
  Result run(Running peer, int requests) throws IOException, InterruptedException;

  /** What one run saw; the latencies are empty when the generator does not tell them. */
  record Result(double requestsPerSecond, Latencies latencies) {}

  @Override
  default void close() throws IOException {}
}
