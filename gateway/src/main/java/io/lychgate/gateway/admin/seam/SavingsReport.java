package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.config.listener.Protocol;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The savings by the newer protocols, hints and pushes, with the definition of each number.
 *
 * @param since start of the counters
 * @param byProtocol one row for each protocol
 */
public record SavingsReport(
    Instant at,
    Instant since,
    Counters total,
    List<Row> byProtocol,
    List<Count> pushes,
    List<Count> hints,
    Cpu cpu,
    List<Definition> definitions) {

  public SavingsReport {
    byProtocol = List.copyOf(byProtocol);
    pushes = List.copyOf(pushes);
    hints = List.copyOf(hints);
    definitions = List.copyOf(definitions);
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
      long requests) {}

  /** The number of pushes or hints with one outcome. */
  public record Count(String outcome, long count) {}

  /**
   * Seconds of thread CPU time; null where it is not measured or not yet known.
   *
   * @param missing values that need more measurements before {@code savedSeconds} is known
   */
  public record Cpu(
      @Nullable Double loopSeconds,
      @Nullable Double handshakeSeconds,
      @Nullable Double savedSeconds,
      List<Missing> missing) {

    public Cpu {
      missing = List.copyOf(missing);
    }
  }

  /** Number of measurements, and the number needed. */
  public record Missing(String what, long have, long needed) {}

  /** The definition of a field in words. */
  public record Definition(String field, String name, String text) {}
}
