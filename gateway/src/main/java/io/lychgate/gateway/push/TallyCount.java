package io.lychgate.gateway.push;

/** What is counted for a manifest entry. docs/reference/ledger.md says what each one means and what cannot be known. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum TallyCount {
  /** Page views whose plan had the entry, whatever was decided. */
  VIEWS("views"),
  /** Promises sent. */
  PUSHED("pushed"),
  /** Hints sent. */
  HINTED("hinted"),
  /** Page views in which the visitor's cookie said that it holds it, so that nothing was sent. */
  HELD("held"),
  /** A hint was followed by a request for it; a push was taken whole and not asked for again. */
  USED("used"),
  /** After the hint or push the client asked whether its own copy is still good, and it was. */
  CACHED("cached"),
  /** The client reset the promised stream. */
  REFUSED("refused"),
  /** The hinted asset was not requested; or the push failed, or the client requested the asset nevertheless. */
  UNUSED("unused"),
  /** Of the unused: nothing at all was asked for after the page, by a client that may be no browser. */
  SILENT("silent"),
  /** What a hint brought was asked for a second time in the same page view, so the first was thrown away. */
  REPEATED("repeated"),
  /** Used assets in views whose client fetched everything again and showed no cache. The ledger does not judge by these. */
  UNCACHED("uncached"),
  /** Outcomes that rest on what the page itself told. */
  REPORTED("reported"),
  /** Octets of bodies, and of Link values, that were sent in vain. */
  WASTED_BYTES("wasted-bytes");

  private final String token;

  TallyCount(String token) {
    this.token = token;
  }

  /** The word in metrics. */
  public String token() {
    return token;
  }

  int place() {
    return ordinal();
  }
}
