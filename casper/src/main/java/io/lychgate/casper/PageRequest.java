package io.lychgate.casper;

/**
 * The request whose answer may bring other resources along.
 *
 * @param authority in lower case, as the request names it
 * @param isNavigation a top-level navigation, or a client that does not say (see {@link #isNavigation})
 * @param isPrefetch the client fetches a page that is not shown yet; browsers ignore a 103 in this case
 * @param isAuthorized the route is public, or access has been granted
 * @param hintsSent a 103 has already left for this request
 */
public record PageRequest(
    String authority,
    String path,
    boolean isNavigation,
    boolean isPrefetch,
    boolean savesData,
    boolean isAuthorized,
    boolean hintsSent) {

  /**
   * Whether a request is a top-level navigation. Browsers act on a 103 for nothing else: not for fetches, nor for
   * frames. A client without the Fetch Metadata fields is no browser of today and gets the benefit of the doubt.
   *
   * @param fetchMode {@code Sec-Fetch-Mode}, empty if absent
   * @param fetchDest {@code Sec-Fetch-Dest}, empty if absent
   */
  public static boolean isNavigation(
      CharSequence method, CharSequence fetchMode, CharSequence fetchDest) {
    if (!"GET".contentEquals(method)) {
      return false;
    }
    return fetchMode.length() == 0
        || ("navigate".contentEquals(fetchMode)
            && (fetchDest.length() == 0 || "document".contentEquals(fetchDest)));
  }
}
