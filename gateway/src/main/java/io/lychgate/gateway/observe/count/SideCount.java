package io.lychgate.gateway.observe.count;

/** Counters of the upstreams that a route chooses or copies to. The ordinal is the index of the counter. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum SideCount {
  /** A request for which a split chose the upstream. */
  CHOSEN("chosen"),
  /** A copy whose response has ended, or was long enough. */
  MIRROR_COMPLETE("complete"),
  /** A copy that got no whole response in time. */
  MIRROR_FAILED("failed"),
  /** A request without a copy: too many copies were in progress. */
  MIRROR_BUSY("busy"),
  /** A request without a copy: its body is too large, or came in too many pieces. */
  MIRROR_BODY("body_too_large"),
  /** A request without a copy: it never became complete. */
  MIRROR_ABORTED("aborted");

  private static final int SIZE = values().length;

  private final String tag;

  SideCount(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  public int of(int side) {
    return side * SIZE + ordinal();
  }
}
