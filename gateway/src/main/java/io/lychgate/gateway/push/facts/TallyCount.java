package io.lychgate.gateway.push.facts;

/** The counts of a manifest entry. docs/reference/ledger.md defines each one and lists what cannot be known. */
@SuppressWarnings("EnumOrdinal") // An index in memory; nothing stores it.
public enum TallyCount {
  /** Page views whose plan contained the entry, whatever the decision. */
  VIEWS("views"),
  /** Promises sent. */
  PUSHED("pushed"),
  /** Hints sent. */
  HINTED("hinted"),
  /** Page views in which nothing was sent, because the client's cookie listed the asset. */
  HELD("held"),
  /** Hints followed by a request for the asset, and pushes received in full without another request for the asset. */
  USED("used"),
  /** Hints or pushes after which the client revalidated a copy of its own; for a hint the response was 304. */
  CACHED("cached"),
  /** Promised streams that the client reset. */
  REFUSED("refused"),
  /** Hinted assets that the client did not request; also pushes that failed or whose asset the client requested nevertheless. */
  UNUSED("unused"),
  /** The part of {@link #UNUSED} whose client, possibly not a browser, requested nothing at all after the page. */
  SILENT("silent"),
  /** Hinted assets that the client requested again in the same page view, so the first response was discarded. */
  REPEATED("repeated"),
  /**
   * Outcomes in page views whose client fetched everything again and showed no cache. The ledger ignores these in its judgement.
   */
  UNCACHED("uncached"),
  /** Outcomes based on a report of the page itself. */
  REPORTED("reported"),
  /** Bytes of bodies and of Link values that were sent in vain. */
  WASTED_BYTES("wasted-bytes");

  private final String token;

  TallyCount(String token) {
    this.token = token;
  }

  /** Returns the word used in metrics. */
  public String token() {
    return token;
  }

  int place() {
    return ordinal();
  }
}
