package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.config.listener.Protocol;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The savings by the newer protocols, hints and pushes, with the definition of each number.
 *
 * @param since start of the counters
 * @param byProtocol one row for each protocol
 * @param byListener listeners with connections
 * @param bySite sites with requests, by their first host
 * @param closings closed connections by cause
 * @param failures failed handshakes by cause
 */
public record SavingsReport(
    Instant at,
    Instant since,
    Counters total,
    List<Row> byProtocol,
    List<Named> byListener,
    List<Named> bySite,
    List<Count> closings,
    List<Count> failures,
    long handshakesEarly,
    PerConnection requestsPerConnection,
    Headers headers,
    Memory memory,
    Upstream upstream,
    List<Count> pushes,
    List<Count> hints,
    Cpu cpu,
    List<Definition> definitions) {

  public SavingsReport {
    byProtocol = List.copyOf(byProtocol);
    byListener = List.copyOf(byListener);
    bySite = List.copyOf(bySite);
    closings = List.copyOf(closings);
    failures = List.copyOf(failures);
    pushes = List.copyOf(pushes);
    hints = List.copyOf(hints);
    definitions = List.copyOf(definitions);
  }

  /** Returns the same report with the rows of these sites only. */
  public SavingsReport ofSites(Predicate<String> sites) {
    return new SavingsReport(
        at,
        since,
        total,
        byProtocol,
        byListener,
        bySite.stream().filter(row -> sites.test(row.name())).toList(),
        closings,
        failures,
        handshakesEarly,
        requestsPerConnection,
        headers,
        memory,
        upstream,
        pushes,
        hints,
        cpu,
        definitions);
  }

  /** The counters of one protocol. */
  public record Row(Protocol protocol, Counters counters) {}

  /**
   * Counters of connections.
   *
   * @param saved an estimate; may be negative
   */
  public record Counters(
      long open,
      long opened,
      long h1Equivalent,
      long saved,
      long handshakesFull,
      long handshakesResumed,
      long requests,
      long inFlight) {}

  /** The counters of one listener or site. */
  public record Named(String name, Counters counters) {}

  /**
   * Requests of closed connections.
   *
   * @param mean null if no connection has closed
   */
  public record PerConnection(@Nullable Double mean, List<Bucket> buckets, List<Missing> missing) {
    public PerConnection {
      buckets = List.copyOf(buckets);
      missing = List.copyOf(missing);
    }
  }

  /** @param upTo greatest number of requests of the bucket; null for the last one */
  public record Bucket(@Nullable Long upTo, long count) {}

  /** Bytes of sampled header sections over HTTP/2 and HTTP/3; null if none was sampled. */
  public record Headers(
      @Nullable Long plainBytes, @Nullable Long codedBytes, List<Missing> missing) {
    public Headers {
      missing = List.copyOf(missing);
    }
  }

  /** @param bytesPerConnection an estimate; null while measurements are missing */
  public record Memory(@Nullable Double bytesPerConnection, List<Missing> missing) {
    public Memory {
      missing = List.copyOf(missing);
    }
  }

  /**
   * Connections to servers.
   *
   * @param saved connections that pooling saved: requests minus opened
   */
  public record Upstream(long opened, long requests, long saved) {}

  /** The number of events with one outcome. */
  public record Count(String outcome, long count) {}

  /**
   * Seconds of thread CPU time; null where it is not measured or not yet known.
   *
   * @param missing values that need more measurements before {@code savedSeconds} is known
   * @param measuringSeconds the cost of measuring handshakes and samples, an estimate
   * @param costs one row for each protocol; none if CPU time is not measured
   */
  public record Cpu(
      @Nullable Double loopSeconds,
      @Nullable Double handshakeSeconds,
      @Nullable Double savedSeconds,
      List<Missing> missing,
      @Nullable Double measuringSeconds,
      List<Cost> costs) {

    public Cpu {
      missing = List.copyOf(missing);
      costs = List.copyOf(costs);
    }
  }

  /** CPU time of one handshake and of one request of a protocol. */
  public record Cost(Protocol protocol, Mean handshake, Mean request) {}

  /** @param seconds null while measurements are missing */
  public record Mean(@Nullable Double seconds, List<Missing> missing) {
    public Mean {
      missing = List.copyOf(missing);
    }
  }

  /** Number of measurements, and the number needed. */
  public record Missing(String what, long have, long needed) {}

  /** The definition of a field in words. */
  public record Definition(String field, String name, String text) {}
}
