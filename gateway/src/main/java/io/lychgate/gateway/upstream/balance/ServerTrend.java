package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.site.UpstreamHealthConfig.Passive;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The course of one server over the last seconds: its requests without a response, and the shares of errors and slow responses. It
 * reads the counters that requests write, so that requests pay nothing for it. Only the thread that ticks uses it.
 */
final class ServerTrend {
  /** The least time that the response to a probe may take. */
  private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Multiple of the pool's median that a response may be late before its server stalls. */
  private static final int LATE = 10;

  /** The state of the other servers at one tick. */
  static final class Pool {
    private final Passive rules;
    private final long medianNanos;
    private final long responses;
    private final long requests;
    private final long errors;

    Pool(Passive rules, long medianNanos, List<ServerState> servers) {
      this.rules = rules;
      this.medianNanos = medianNanos;
      long allResponses = 0;
      long allRequests = 0;
      long allErrors = 0;
      for (ServerState server : servers) {
        ServerTrend trend = server.trend();
        allResponses += server.responses();
        allRequests += server.outcomes() - trend.outcomesBefore;
        allErrors += server.errors() - trend.errorsBefore;
      }
      this.responses = allResponses;
      this.requests = allRequests;
      this.errors = allErrors;
    }

    long patienceNanos(long leastNanos) {
      return Math.max(leastNanos, LATE * medianNanos);
    }
  }

  // The window of shares.
  private long outcomesBefore;
  private long errorsBefore;
  private long timedBefore;
  private long slowBefore;

  // The silence of the server.
  private long lastOutcomes;
  private long begunAtLastOutcome;
  private boolean isSilent;
  private long silentNanos;
  private long responsesOfPool;

  // The ejection.
  private boolean isOverSeen;
  private boolean isProbeSeen;
  private long probeSeenNanos;

  /** Nanoseconds in which probes were in progress since the ejection was over. */
  private long probedNanos;

  void beginWindow(ServerState server) {
    outcomesBefore = server.outcomes();
    errorsBefore = server.errors();
    timedBefore = server.timedResponses();
    slowBefore = server.slowResponses();
  }

  /** Applies the rules. Returns true if the end of an ejection changes the requests that the server may take. */
  boolean follow(ServerState server, Pool pool, long nowNanos) {
    boolean isOver = server.hasEjection() && server.isEjectionOver(nowNanos);
    boolean isNewlyOver = isOver && !isOverSeen;
    isOverSeen = isOver;
    if (server.hasEjection()) {
      isSilent = false;
      followProbe(server, pool, nowNanos);
      beginWindow(server);
    } else {
      forgetProbe();
      followSilence(server, pool, nowNanos);
      followShares(server, pool, nowNanos);
    }
    return isNewlyOver;
  }

  /**
   * Ends the wait for the response to a probe. The time of probes that their clients have cancelled counts too: clients with less
   * patience would otherwise be sent to a server that never responds, one after the other.
   */
  private void followProbe(ServerState server, Pool pool, long nowNanos) {
    if (!server.isEjectionOver(nowNanos)) {
      forgetProbe();
      return;
    }
    boolean wasSeen = isProbeSeen;
    isProbeSeen = server.isProbing();
    if (wasSeen && isProbeSeen) {
      probedNanos += nowNanos - probeSeenNanos;
    }
    probeSeenNanos = nowNanos;
    if (probedNanos >= Math.max(pool.patienceNanos(PROBE_NANOS), 2 * server.latencyNanos())) {
      long without = probedNanos;
      forgetProbe();
      server.probeFailed("no response for " + seconds(without), nowNanos);
    }
  }

  private void forgetProbe() {
    isProbeSeen = false;
    probedNanos = 0;
  }

  private void followSilence(ServerState server, Pool pool, long nowNanos) {
    long outcomes = server.outcomes();
    if (outcomes != lastOutcomes || server.inFlight() == 0) {
      lastOutcomes = outcomes;
      begunAtLastOutcome = server.timedRequests();
      isSilent = false;
      return;
    }
    long waiting = server.timedRequests() - begunAtLastOutcome;
    if (waiting < pool.rules.failures() || pool.medianNanos == 0) {
      return;
    }
    if (!isSilent) {
      isSilent = true;
      silentNanos = nowNanos;
      responsesOfPool = pool.responses;
    } else if (nowNanos - silentNanos >= pool.patienceNanos(pool.rules.stall().toNanos())
        && pool.responses > responsesOfPool) {
      isSilent = false;
      server.eject(
          EjectionCause.STALL,
          "no response to " + waiting + " requests for " + seconds(nowNanos - silentNanos),
          nowNanos);
    }
  }

  private void followShares(ServerState server, Pool pool, long nowNanos) {
    long requests = server.outcomes() - outcomesBefore;
    long errors = server.errors() - errorsBefore;
    long others = pool.requests - requests;
    int limit = pool.rules.errorRate();
    if (limit > 0 && requests >= pool.rules.minRequests() && errors * 100 >= limit * requests) {
      long otherErrors = pool.errors - errors;
      if (others > 0 && 2 * otherErrors * requests <= errors * others) {
        beginWindow(server);
        server.eject(
            EjectionCause.ERROR_RATE,
            errors + " of " + requests + " requests failed or got a status of 500 to 599",
            nowNanos);
        return;
      }
    }
    long timed = server.timedResponses() - timedBefore;
    long slow = server.slowResponses() - slowBefore;
    if (pool.rules.latency() > 0 && timed >= pool.rules.minRequests() && 2 * slow > timed) {
      beginWindow(server);
      long least =
          Math.max(pool.rules.latency() * pool.medianNanos, Limits.SLOW_RESPONSE.toNanos());
      server.eject(
          EjectionCause.LATENCY,
          slow + " of " + timed + " responses took longer than " + seconds(least)
              + " (median of the upstream: " + seconds(pool.medianNanos) + ")",
          nowNanos);
    }
  }

  /** Returns a duration for a message: {@code 1.5 s} or {@code 12 ms}. */
  static String seconds(long nanos) {
    long millis = Duration.ofNanos(nanos).toMillis();
    if (millis < 1000) {
      return millis + " ms";
    }
    long tenths = (millis + 50) / 100;
    return tenths % 10 == 0 ? tenths / 10 + " s" : tenths / 10 + "." + tenths % 10 + " s";
  }
}
