package io.lychgate.gateway.learn;

/**
 * One answer that may teach something: a page, or what a page has asked for.
 *
 * @param visitor number that requests of one visitor share for the time of a page
 * @param authority as the request names it
 * @param path with the query
 * @param referer as the client sent it; empty without one
 * @param fetched by the CORS protocol, so that a hint must say so, too
 * @param announced the client was told of it, so that asking for it proves nothing
 * @param reusable whether a cache may use the answer again
 * @param links values of the Link fields, a line each
 */
record Observed(
    long visitor,
    String authority,
    String path,
    String referer,
    Kind kind,
    boolean fetched,
    boolean announced,
    int status,
    boolean reusable,
    String links) {

  /** What it is to the page; the order is that in which a page needs it. */
  enum Kind {
    STYLE,
    SCRIPT,
    FONT,
    IMAGE,
    PAGE,
    /** Nothing that a page could be told of. */
    OTHER
  }

  boolean isGone() {
    return status == 404 || status == 410;
  }
}
