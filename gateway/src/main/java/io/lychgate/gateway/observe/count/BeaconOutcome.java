package io.lychgate.gateway.observe.count;

/** The result of a page's beacon to the ledger. The ordinal is the index of its counter. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum BeaconOutcome {
  /** It reports on a resource that was sent ahead of its page. */
  TAKEN("taken"),
  /** It came after the resources sent ahead of its page were counted without it. */
  LATE("late"),
  /** No known resource was sent ahead of its page on its connection. */
  IDLE("idle"),
  /** It is not a beacon, or is too large. */
  MALFORMED("malformed"),
  /** It does not come from a page of the site. */
  FOREIGN("foreign"),
  /** There are more beacons than page views, or too many at once. */
  LIMITED("limited");

  private final String tag;

  BeaconOutcome(String tag) {
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
