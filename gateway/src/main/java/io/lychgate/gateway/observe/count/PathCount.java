package io.lychgate.gateway.observe.count;

/** Counters of QUIC paths, by listener and congestion control. The ordinal is the index of the counter. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum PathCount {
  PACKETS_SENT,
  PACKETS_LOST,
  PACKETS_RETRANSMITTED,
  BYTES_SENT,
  BYTES_LOST,
  BYTES_RETRANSMITTED,
  /** Samples of a connection's path. The next two counters are sums over the samples. */
  SAMPLES,
  ROUND_TRIP_NANOS,
  WINDOW_BYTES;

  private static final int SIZE = values().length;

  public int of(int pathClass) {
    return pathClass * SIZE + ordinal();
  }
}
