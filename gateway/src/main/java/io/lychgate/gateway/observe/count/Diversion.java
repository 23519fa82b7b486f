package io.lychgate.gateway.observe.count;

/** Reasons why a request went to a server that is not among the first choice of its upstream. */
public enum Diversion {
  /** Too few servers of the gateway's zone are usable. */
  ZONE("zone", UpstreamCount.DIVERTED_ZONE),
  /** Too few servers of the priorities before are usable. */
  PRIORITY("priority", UpstreamCount.DIVERTED_PRIORITY),
  /** The server is ejected, but no other is usable. */
  EJECTED("ejected", UpstreamCount.DIVERTED_EJECTED);

  private final String tag;
  private final UpstreamCount count;

  Diversion(String tag, UpstreamCount count) {
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
