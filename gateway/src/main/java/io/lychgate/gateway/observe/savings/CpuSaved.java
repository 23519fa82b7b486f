package io.lychgate.gateway.observe.savings;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the saved CPU time: that of avoided handshakes, minus the additional cost of each request over the newer protocols. A
 * pure function.
 */
final class CpuSaved {
  static final long ENOUGH_HANDSHAKES = 30;
  static final long ENOUGH_REQUESTS = 100;

  private CpuSaved() {}

  /**
   * The counters and measurements of one protocol.
   *
   * @param handshakesAvoided those of the saved connections; connections in plain text have none
   */
  record Measured(
      double handshakesAvoided,
      long requests,
      long handshakes,
      long handshakeNanos,
      long sampledRequests,
      long sampledNanos) {

    double nanosPerRequest() {
      return (double) sampledNanos / sampledRequests;
    }
  }

  /**
   * @param nanos saved nanoseconds, negative if more was spent than saved; null while measurements are missing
   * @param missing values without enough measurements; empty exactly if there is an estimate
   */
  record Estimate(@Nullable Double nanos, List<Savings.Missing> missing) {}

  /**
   * Returns the estimate. An avoided connection would have been one of HTTP/1.1, so its handshake costs as much as the mean over
   * TCP.
   */
  static Estimate of(Measured h1, Measured h2, Measured h3) {
    long handshakes = h1.handshakes() + h2.handshakes();
    List<Savings.Missing> missing = new ArrayList<>();
    expect(missing, "TLS handshakes over TCP", handshakes, ENOUGH_HANDSHAKES);
    expect(missing, "sampled HTTP/1.1 requests", h1.sampledRequests(), ENOUGH_REQUESTS);
    expectWhereUsed(missing, "sampled HTTP/2 requests", h2);
    expectWhereUsed(missing, "sampled HTTP/3 requests", h3);
    if (!missing.isEmpty()) {
      return new Estimate(null, missing);
    }
    double perHandshake = (double) (h1.handshakeNanos() + h2.handshakeNanos()) / handshakes;
    double saved = 0;
    for (Measured newer : List.of(h2, h3)) {
      if (newer.requests() > 0) {
        double costMore = newer.nanosPerRequest() - h1.nanosPerRequest();
        saved += newer.handshakesAvoided() * perHandshake - newer.requests() * costMore;
      }
    }
    return new Estimate(saved, missing);
  }

  private static void expectWhereUsed(List<Savings.Missing> missing, String what, Measured newer) {
    if (newer.requests() > 0) {
      expect(missing, what, newer.sampledRequests(), ENOUGH_REQUESTS);
    }
  }

  private static void expect(List<Savings.Missing> missing, String what, long have, long needed) {
    if (have < needed) {
      missing.add(new Savings.Missing(what, have, needed));
    }
  }
}
