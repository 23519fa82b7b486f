package io.lychgate.gateway.observe;

/** What became of UDP datagrams that are no matter of course. The ordinal is the counter's place, the tag its outcome. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum DatagramCount {
  /** Came to another loop's socket and was handed over. */
  FORWARDED("forwarded"),
  /** Of no connection, or too small for what it is: dropped. */
  STRAY("stray"),
  /** Of a connection that is no more: answered with a stateless reset. */
  RESET("reset"),
  /** The first of a connection, answered with a Retry. */
  RETRY("retry"),
  /** Dropped, because too many datagrams of its client waited for the loop. */
  SHED("shed"),
  /** Reading from the socket failed, for example because the kernel had no memory. */
  FAILED("failed");

  private final String tag;

  DatagramCount(String tag) {
    this.tag = tag;
  }

  String tag() {
    return tag;
  }

  /** Place of its counters. */
  int index() {
    return ordinal();
  }
}
