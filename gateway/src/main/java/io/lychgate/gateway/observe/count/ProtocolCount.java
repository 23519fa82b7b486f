package io.lychgate.gateway.observe.count;

/** Counters with one value for each protocol. The ordinal is the index of the counter. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum ProtocolCount {
  BYTES_IN,
  BYTES_OUT,
  EXCHANGES_STARTED,
  EXCHANGES_ENDED,
  /** HTTP/1 equivalents of all connections since the start; grows with each new peak. */
  H1_EQUIVALENT,
  /** The part of {@link #H1_EQUIVALENT} that belongs to closed connections. */
  H1_EQUIVALENT_CLOSED,
  HANDSHAKES_FULL,
  HANDSHAKES_RESUMED,
  HANDSHAKE_NANOS,
  TUNNELS_OPENED,
  TUNNELS_CLOSED,
  TURNS_SPENT,
  SAMPLED_NANOS,
  SAMPLED_REQUESTS;

  private static final int SIZE = values().length;

  public int of(WireProtocol protocol) {
    return protocol.index() * SIZE + ordinal();
  }

  public static int size() {
    return SIZE * WireProtocol.COUNT;
  }
}
