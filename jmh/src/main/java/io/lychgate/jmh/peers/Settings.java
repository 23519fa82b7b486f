package io.lychgate.jmh.peers;

/**
 * Sizes of a run.
 *
 * @param rounds samples of each peer
 * @param requests of one sample, before a scenario's divisor
 * @param connections of the load generator
 * @param streams requests in flight on one HTTP/2 connection
 * @param idleConnections opened for the idle scenario
 * @param warmUpShare part of a scenario's warm-up that is done, 1 is all of it
 * @param rate requests a second when latency is measured, 0 for half of what Lychgate and nginx can do
 * @param seconds that latency is measured for
 * @param proxyCore core of the peer
 * @param loadCore core of the load generator and the origin
 */
public record Settings(
    int rounds,
    int requests,
    int connections,
    int streams,
    int idleConnections,
    double warmUpShare,
    double rate,
    int seconds,
    int proxyCore,
    int loadCore) {
  static final int USUAL_CONNECTIONS = 16;
  static final int USUAL_STREAMS = 20;
  static final int USUAL_IDLE_CONNECTIONS = 5000;
  static final int USUAL_SECONDS = 20;

  private static final int QUICK_REQUESTS = 20_000;
  private static final int QUICK_IDLE_CONNECTIONS = 1000;
  private static final double QUICK_WARM_UP = 0.05;
  private static final int QUICK_SECONDS = 3;

  /** What is not warm runs code that is not compiled yet, which says nothing of what it will cost. */
  boolean isWarm() {
    return warmUpShare >= 1;
  }

  /** So few of everything that a run shows no more than that it runs. */
  public Settings quick() {
    return new Settings(
        1,
        Math.min(requests, QUICK_REQUESTS),
        connections,
        streams,
        Math.min(idleConnections, QUICK_IDLE_CONNECTIONS),
        QUICK_WARM_UP,
        rate,
        Math.min(seconds, QUICK_SECONDS),
        proxyCore,
        loadCore);
  }
}
