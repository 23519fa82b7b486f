package io.lychgate.gateway.observe.count;

/** The decision of a policy on a request. The ordinal is the index of the counter. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum PolicyOutcome {
  ADMITTED("admitted"),
  /** The client, its credentials or its certificate are not the right ones. */
  REFUSED("refused"),
  /** The request has no credentials, or its connection no certificate. */
  MISSING("missing"),
  /** Too many passwords wait for their check. */
  BUSY("busy");

  private static final int SIZE = values().length;

  private final String tag;

  PolicyOutcome(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  public int of(int decisions) {
    return decisions * SIZE + ordinal();
  }
}
