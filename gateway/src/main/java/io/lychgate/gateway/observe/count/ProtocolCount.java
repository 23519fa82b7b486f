package io.lychgate.gateway.observe.count;

/** Counters with one value for each protocol, besides those of each part of the gateway. The ordinal is the index of the counter. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum ProtocolCount {
  /** Requests and promised requests. */
  EXCHANGES_STARTED,
  EXCHANGES_ENDED,
  /** HTTP/1 equivalents of closed connections. */
  H1_EQUIVALENT_CLOSED,
  TUNNELS_OPENED,
  TUNNELS_CLOSED,
  TURNS_SPENT;

  private static final int SIZE = values().length;

  public int of(WireProtocol protocol) {
    return protocol.index() * SIZE + ordinal();
  }

  public static int size() {
    return SIZE * WireProtocol.COUNT;
  }
}
