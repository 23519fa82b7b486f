package io.lychgate.gateway.observe.count;

/** Unusual outcomes of UDP datagrams. The ordinal is the counter's place, the tag its outcome. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum DatagramCount {
  /** Came to another loop's socket and was handed over. */
  FORWARDED("forwarded"),
  /** Dropped, because it belongs to no connection or is too small for its type. */
  STRAY("stray"),
  /** Belongs to a connection that has ended; the reply is a stateless reset. */
  RESET("reset"),
  /** The first of a connection; the reply is a Retry. */
  RETRY("retry"),
  /** Dropped, because too many datagrams of its client waited for the loop. */
  SHED("shed"),
  /** Reading from the socket failed, for example because the kernel had no memory. */
  FAILED("failed");

  private final String tag;

  DatagramCount(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  /** Returns the place of its counters. */
  public int index() {
    return ordinal();
  }
}
