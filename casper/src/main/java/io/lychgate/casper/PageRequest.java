package io.lychgate.casper;

/**
 * The request of a page whose response may come with other resources.
 *
 * @param authority in lower case, as the request names it
 * @param isNavigation a top-level navigation, or a client that does not state it (see {@link #isNavigation})
 * @param isPrefetch the client fetches a page that it does not show yet; browsers ignore a 103 in this case
 * @param isAuthorized the route is public, or access has been granted
 * @param hintsSent true if a 103 was already sent for this request
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
   * Returns true if a request is a top-level navigation. Browsers act on a 103 for nothing else: neither for fetches nor for
   * frames. A client without the Fetch Metadata fields is not a current browser, and counts as navigating.
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
