package io.lychgate.gateway.observe;

/** What is counted for QUIC paths, by listener and congestion control. The ordinal is the counter's place. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum PathCount {
  PACKETS_SENT,
  PACKETS_LOST,
  PACKETS_RETRANSMITTED,
  BYTES_SENT,
  BYTES_LOST,
  BYTES_RETRANSMITTED,
  /** Looks at the path of one connection; the two below are sums over them. */
  SAMPLES,
  ROUND_TRIP_NANOS,
  WINDOW_BYTES;

  private static final int SIZE = values().length;

  int of(int pathClass) {
    return pathClass * SIZE + ordinal();
  }
}
