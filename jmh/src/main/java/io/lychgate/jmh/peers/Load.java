package io.lychgate.jmh.peers;

/**
 * What is asked for, how often, and over what.
 *
 * @param octets of one body
 * @param divisor the run's number of requests is divided by it: large answers and handshakes need fewer
 * @param warmUp requests before a just-in-time compiler has done its work
 */
record Load(Way way, String path, int octets, int divisor, int warmUp) {

  /** Over what requests go. */
  enum Way {
    H2,
    H1,
    H1_PLAIN,
    /** Several requests of a connection are on their way at once (RFC 9112 9.3.2). */
    H1_PIPELINED,
    /** A new connection, and on it one request of HTTP/1.1. */
    FULL_HANDSHAKE,
    /** The same with the ticket of the connection before (RFC 8446 2.2). */
    RESUMED_HANDSHAKE,
    H3;

    boolean isPlain() {
      return this == H1_PLAIN || this == H1_PIPELINED;
    }
  }

  /** How many requests come before the first sample: enough for a compiler, or some to fill the caches. */
  int warmUp(Peer peer, Settings settings) {
    double requests =
        peer.isCompiledWhileRunning() ? warmUp * settings.warmUpShare() : requests(settings) / 10.0;
    return Math.max((int) requests, settings.connections());
  }

  /** How many requests a sample has. */
  int requests(Settings settings) {
    return Math.max(settings.requests() / divisor, settings.connections());
  }
}
