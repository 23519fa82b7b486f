package io.lychgate.jmh.peers;

/**
 * Load: the requested path, the number of requests, and the protocol.
 *
 * @param bytes length of one body
 * @param divisor divides the run's number of requests: large responses and handshakes need fewer
 * @param warmUp requests until a just-in-time compiler has done its work
 */
record Load(Way way, String path, int bytes, int divisor, int warmUp) {

  /** Protocol and connections of the requests. */
  enum Way {
    H2,
    /** The same with the token of the stage in each request. */
    H2_TOKEN,
    H1,
    H1_PLAIN,
    /** Several requests are in flight on a connection (RFC 9112 9.3.2). */
    H1_PIPELINED,
    /** A new connection with one HTTP/1.1 request. */
    FULL_HANDSHAKE,
    /** The same with the ticket of the previous connection (RFC 8446 2.2). */
    RESUMED_HANDSHAKE,
    H3;

    boolean isPlain() {
      return this == H1_PLAIN || this == H1_PIPELINED;
    }
  }

  /** Number of requests before the first sample: enough for a compiler, or some to fill the caches. */
  int warmUp(Peer peer, Settings settings) {
    double requests =
        peer.isCompiledWhileRunning() ? warmUp * settings.warmUpShare() : requests(settings) / 10.0;
    return Math.max((int) requests, settings.connections());
  }

  /** Number of requests of a sample. */
  int requests(Settings settings) {
    return Math.max(settings.requests() / divisor, settings.connections());
  }
}
