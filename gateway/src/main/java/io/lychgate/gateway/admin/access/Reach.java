package io.lychgate.gateway.admin.access;

/** The sites for which a caller needs the role of an operation. */
public enum Reach {
  /** The operation needs no sign-in. */
  OPEN("no sign-in"),
  /** The operation concerns no site, so the role for any site suffices. */
  ANY_SITE("any site"),
  /** The operation concerns single sites. Those of other callers are absent for it, or it is refused. */
  OWN_SITES("own sites"),
  /** The operation concerns all sites at once. */
  ALL_SITES("all sites"),
  /** The operation concerns the account of the caller. Those of other users are absent, except for admins. */
  OWN_ACCOUNT("own account");

  private final String words;

  Reach(String words) {
    this.words = words;
  }

  /** Returns the words of the documentation and of the API. */
  public String words() {
    return words;
  }
}
