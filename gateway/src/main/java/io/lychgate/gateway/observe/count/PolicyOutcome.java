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
  BUSY("busy"),
  /** The request has no credentials, and needs none. */
  ANONYMOUS("anonymous"),
  /** The sender is identified, but may not send the request. */
  FORBIDDEN("forbidden"),
  /** The sender was sent to a login page. */
  LOGIN("login"),
  /** Keys, a provider or the deciding server were not available, and the request was refused. */
  FAILED("failed"),
  /** The deciding server was not available, and the request was admitted. */
  FAILED_OPEN("failed_open");

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
