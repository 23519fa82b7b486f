package io.lychgate.jmh.peers;

/**
 * Sizes of a run.
 *
 * @param rounds samples of each peer
 * @param requests requests per sample, before a scenario's divisor
 * @param connections connections of the load generator
 * @param streams requests in flight on one HTTP/2 connection
 * @param idleConnections connections of the idle scenario
 * @param warmUpShare share of a scenario's warm-up that is done; 1 is all of it
 * @param rate requests a second of the latency scenario; 0 is half of the slower of Lychgate and nginx
 * @param seconds length of a latency sample
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

  /** Returns true if peers get their full warm-up. Code that is not compiled yet has a meaningless cost. */
  boolean isWarm() {
    return warmUpShare >= 1;
  }

  /** Returns sizes so small that a run only tests the bench. */
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
