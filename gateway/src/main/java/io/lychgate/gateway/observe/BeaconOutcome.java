package io.lychgate.gateway.observe;

/** What became of a page's beacon to the ledger. The ordinal is its counter's place. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum BeaconOutcome {
  /** It speaks of something that was sent ahead of its page. */
  TAKEN("taken"),
  /** What was sent ahead of its page has been counted without it. */
  LATE("late"),
  /** Nothing that is known here was sent ahead of its page on its connection. */
  IDLE("idle"),
  /** It is no beacon, or larger than one may be. */
  MALFORMED("malformed"),
  /** No page of the site has sent it. */
  FOREIGN("foreign"),
  /** More of them than page views, or too many at once. */
  LIMITED("limited");

  private final String tag;

  BeaconOutcome(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  /** Place of its counter. */
  int index() {
    return ordinal();
  }
}
