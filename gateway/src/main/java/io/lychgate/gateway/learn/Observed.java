package io.lychgate.gateway.learn;

/**
 * One response that the learner can use: a page, or an asset of a page.
 *
 * @param visitor number that the requests of one visitor share for the duration of a page
 * @param authority authority of the request
 * @param path path with query
 * @param referer Referer of the request; empty without one
 * @param fetched true if the client used the CORS protocol, which a hint must then declare, too
 * @param announced true if the client got a hint or push of it, so the request proves nothing
 * @param reusable true if a cache may reuse the response
 * @param links values of the Link fields, one per line
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

  /** Kind of resource, in the order in which a page needs it. */
  enum Kind {
    STYLE,
    SCRIPT,
    FONT,
    IMAGE,
    PAGE,
    /** Not usable for a hint. */
    OTHER
  }

  boolean isGone() {
    return status == 404 || status == 410;
  }
}
