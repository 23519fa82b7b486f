package io.lychgate.gateway.observe.count;

/** Outcomes of a response to a client of an upstream with a sticky cookie. */
public enum StickyOutcome {
  /** The server of the cookie has responded. */
  KEPT("kept", UpstreamCount.STICKY_KEPT),
  /** The client had no cookie. */
  NEW("new", UpstreamCount.STICKY_NEW),
  /** Another server has responded: that of the cookie is gone, or takes no requests. */
  MOVED("moved", UpstreamCount.STICKY_MOVED),
  /** The cookie was not made by a gateway with the same secret, or was made for another upstream. */
  FORGED("forged", UpstreamCount.STICKY_FORGED);

  private final String tag;
  private final UpstreamCount count;

  StickyOutcome(String tag, UpstreamCount count) {
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
