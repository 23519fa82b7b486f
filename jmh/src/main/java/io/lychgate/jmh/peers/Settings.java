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
 * @param rate requests a second when latency is measured, 0 for half of what the slowest peer can do
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
    int loadCore) {}
