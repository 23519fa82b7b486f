package io.lychgate.gateway.simulate;

import java.util.List;

/** A class of networks, with its delay and bandwidth at the socket. The figures are those of WebPageTest's profiles. */
enum NetworkKind {
  /** The network as it is. */
  NONE("4g", 0, 0),
  CABLE("4g", 28, 5_000),
  LTE("4g", 70, 12_000),
  THIRD_GENERATION("3g", 300, 1_600);

  /** The networks with a delay. */
  static final List<NetworkKind> SLOW = List.of(CABLE, LTE, THIRD_GENERATION);

  private static final int BITS = 8;

  private final String effectiveType;
  private final int roundTripMillis;
  private final int kilobits;

  NetworkKind(String effectiveType, int roundTripMillis, int kilobits) {
    this.effectiveType = effectiveType;
    this.roundTripMillis = roundTripMillis;
    this.kilobits = kilobits;
  }

  /** Returns the class that a browser reports in {@code navigator.connection.effectiveType}. */
  String effectiveType() {
    return effectiveType;
  }

  /** Returns nanoseconds. */
  long oneWayNanos() {
    return roundTripMillis * 500_000L;
  }

  /** Returns the nanoseconds that so many bytes take to arrive. */
  long nanosOf(int bytes) {
    return kilobits == 0 ? 0 : (long) bytes * BITS * 1_000_000 / kilobits;
  }
}
