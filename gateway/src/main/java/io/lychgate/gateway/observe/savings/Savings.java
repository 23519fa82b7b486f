package io.lychgate.gateway.observe.savings;

import io.lychgate.gateway.observe.count.WireProtocol;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The savings by the newer protocols, hints and pushes since the gateway started. {@link SavingsTerm} defines each number.
 *
 * @param byProtocol every protocol, in the order of the enum
 * @param byListener listeners with connections
 * @param bySite sites with requests; a connection counts for the site of its first request
 * @param closings closed connections by {@link io.lychgate.gateway.observe.census.CloseReason}
 * @param failures connections that failed before their protocol was known, by
 *     {@link io.lychgate.gateway.observe.census.FailureReason}
 */
public record Savings(
    long atMillis,
    long sinceMillis,
    Row total,
    Map<WireProtocol, Row> byProtocol,
    List<Named> byListener,
    List<Named> bySite,
    List<Outcome> closings,
    List<Outcome> failures,
    long handshakesEarly,
    PerConnection requestsPerConnection,
    Headers headers,
    Memory memory,
    Upstream upstream,
    List<Outcome> pushes,
    List<Outcome> hints,
    Cpu cpu) {

  /** The counters of one or of all protocols. */
  public record Row(
      long open,
      long opened,
      long h1Equivalent,
      long handshakesFull,
      long handshakesResumed,
      long requests,
      long inFlight) {

    public long saved() {
      return h1Equivalent - opened;
    }

    Row plus(Row other) {
      return new Row(
          open + other.open,
          opened + other.opened,
          h1Equivalent + other.h1Equivalent,
          handshakesFull + other.handshakesFull,
          handshakesResumed + other.handshakesResumed,
          requests + other.requests,
          inFlight + other.inFlight);
    }
  }

  /** The counters of one listener or site over all protocols. */
  public record Named(String name, Row row) {}

  /**
   * Requests of closed connections.
   *
   * @param mean null if no connection has closed
   */
  public record PerConnection(@Nullable Double mean, List<Bucket> buckets, List<Missing> missing) {}

  /** @param upTo greatest value of the bucket; null for the last one */
  public record Bucket(@Nullable Long upTo, long count) {}

  /**
   * Bytes of sampled header sections over HTTP/2 and HTTP/3; null if none was sampled.
   *
   * @param plainBytes size over HTTP/1.1
   * @param codedBytes size after HPACK or QPACK
   */
  public record Headers(
      @Nullable Long plainBytes, @Nullable Long codedBytes, List<Missing> missing) {}

  /** @param bytesPerConnection an estimate; null while measurements are missing */
  public record Memory(@Nullable Double bytesPerConnection, List<Missing> missing) {}

  /** Connections to servers and the requests on them. */
  public record Upstream(long opened, long requests) {
    public long saved() {
      return requests - opened;
    }
  }

  /** The number of events with one outcome. The outcome is a token such as {@code sent}, or a reason. */
  public record Outcome(String outcome, long count) {}

  /**
   * CPU seconds.
   *
   * @param loopSeconds null if the machine does not measure it; the others are then null too
   * @param savedSeconds null while measurements are missing
   * @param missing values that need more measurements before there is an estimate
   * @param measuringSeconds CPU time of the clock reads that measure handshakes and samples, an estimate
   * @param costs every protocol, in the order of the enum; empty if the machine does not measure CPU time
   */
  public record Cpu(
      @Nullable Double loopSeconds,
      @Nullable Double handshakeSeconds,
      @Nullable Double savedSeconds,
      List<Missing> missing,
      @Nullable Double measuringSeconds,
      Map<WireProtocol, Cost> costs) {}

  /** The CPU time of one handshake and of one request. */
  public record Cost(Mean handshake, Mean request) {}

  /**
   * A mean CPU time.
   *
   * @param seconds null while measurements are missing
   */
  public record Mean(@Nullable Double seconds, List<Missing> missing) {
    static Mean of(long nanos, String what, long have, long needed) {
      return have < needed
          ? new Mean(null, List.of(new Missing(what, have, needed)))
          : new Mean(nanos / 1e9 / have, List.of());
    }
  }

  /** The number of measurements and the number needed, for example 14 of 100 "sampled HTTP/1.1 requests". */
  public record Missing(String what, long have, long needed) {}
}
