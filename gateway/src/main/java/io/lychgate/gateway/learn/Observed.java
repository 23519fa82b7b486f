package io.lychgate.gateway.learn;

/**
 * One response that the learner can use: a page, or an asset of a page.
 *
 * @param reusable true if a cache may reuse the response
 * @param announced true if the client got a hint or push of it, so the request proves nothing
 * @param links values of the Link fields, one per line
 */
record Observed(
    Request request, Kind kind, int status, boolean reusable, boolean announced, String links) {

  /**
   * The request of the response.
   *
   * @param visitor number that the requests of one visitor share for the duration of a page
   * @param path path with query
   * @param referer Referer of the request; empty without one
   * @param fetched true if the client used the CORS protocol, which a hint must then declare, too
   */
  record Request(long visitor, String authority, String path, String referer, boolean fetched) {}

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
