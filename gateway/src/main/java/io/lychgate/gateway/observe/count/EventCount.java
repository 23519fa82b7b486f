package io.lychgate.gateway.observe.count;

/** Counters with one value for each loop. The ordinal is the index of the counter, the tag its outcome in metrics. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum EventCount {
  PUSHES_SENT("sent"),
  PUSHES_REFUSED("refused"),
  PUSHES_RESET("reset"),
  HINTS_SENT("sent"),
  HINT_LINKS("links"),
  EARLY_CONNECTIONS_TAKEN("taken"),
  EARLY_CONNECTIONS_LATE("late"),
  EARLY_REQUESTS_SERVED("served"),
  EARLY_REQUESTS_HELD("held"),

  /** Connections from proxies by the outcome of their PROXY protocol header. */
  PROXY_HEADERS_TAKEN("client"),
  PROXY_HEADERS_LOCAL("local"),
  PROXY_HEADERS_MALFORMED("malformed"),
  PROXY_HEADERS_LATE("late"),
  /** Connections that come from no proxy, although a header is required. */
  PROXY_HEADERS_FOREIGN("foreign"),

  /** TLS connections that are passed on without termination. */
  PASSTHROUGH_OPENED("opened"),
  PASSTHROUGH_CLOSED("closed"),
  /** TLS connections for which no server was reached. */
  PASSTHROUGH_FAILED("failed"),
  PASSTHROUGH_BYTES_IN("in"),
  PASSTHROUGH_BYTES_OUT("out");

  private final String tag;

  EventCount(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  /** Index of its counter. */
  public int index() {
    return ordinal();
  }
}
