package io.lychgate.gateway.observe.savings;

import io.lychgate.gateway.observe.count.WireProtocol;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The savings by the newer protocols, hints and pushes since the gateway started. {@link SavingsTerm} defines each number.
 *
 * @param byProtocol every protocol, in the order of the enum
 */
public record Savings(
    long atMillis,
    long sinceMillis,
    Row total,
    Map<WireProtocol, Row> byProtocol,
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

  /** The number of pushes or hints with one outcome. The outcome is a token such as {@code sent}, or the reason of a skip. */
  public record Outcome(String outcome, long count) {}

  /**
   * CPU seconds.
   *
   * @param loopSeconds null if the machine does not measure it; the others are then null too
   * @param savedSeconds null while measurements are missing
   * @param missing values that need more measurements before there is an estimate
   */
  public record Cpu(
      @Nullable Double loopSeconds,
      @Nullable Double handshakeSeconds,
      @Nullable Double savedSeconds,
      List<Missing> missing) {}

  /** The number of measurements and the number needed, for example 14 of 100 "sampled HTTP/1.1 requests". */
  public record Missing(String what, long have, long needed) {}
}
