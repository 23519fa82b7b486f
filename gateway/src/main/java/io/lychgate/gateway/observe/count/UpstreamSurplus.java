package io.lychgate.gateway.observe.count;

/** The moment at which an upstream sent bytes that belong to no response. The connection is closed in each case. */
public enum UpstreamSurplus {
  /** In the same read as the end of a response. */
  AFTER_RESPONSE("after_response", UpstreamCount.SURPLUS_AFTER_RESPONSE),
  /** While no request was assigned to the connection. */
  BETWEEN_REQUESTS("between_requests", UpstreamCount.SURPLUS_BETWEEN_REQUESTS),
  /** After a request was assigned to the connection and before its first byte was written. */
  BEFORE_REQUEST("before_request", UpstreamCount.SURPLUS_BEFORE_REQUEST);

  private final String tag;
  private final UpstreamCount count;

  UpstreamSurplus(String tag, UpstreamCount count) {
    this.tag = tag;
    this.count = count;
  }

  public String tag() {
    return tag;
  }

  public UpstreamCount count() {
    return count;
  }
}
