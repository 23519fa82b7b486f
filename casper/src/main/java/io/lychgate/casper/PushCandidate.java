package io.lychgate.casper;

import java.util.Locale;

/**
 * One resource that might be sent early. Created once for a manifest's asset and shared by all exchanges, so its keys are computed
 * only once.
 *
 * @param url URL in a hint: an absolute path, or an absolute URL
 * @param authority host and port of an absolute URL in lower case; empty for the page's own origin
 * @param path {@code :path} of a push: the path of the URL
 * @param tier 1 is sent first; the next tier only to clients that hold all of it
 * @param identity 64-bit hash of URL and version, for the diary
 * @param h2oKey key in an H2O fingerprint
 * @param nativeKey key in a native fingerprint while no response has stated the content version
 * @param isVersioned true if the version is given or part of the path, so that no response need state it
 */
public record PushCandidate(
    String url,
    String authority,
    String path,
    Destination destination,
    Delivery delivery,
    int tier,
    long identity,
    int h2oKey,
    int nativeKey,
    boolean isVersioned) {
  private static final String HTTPS_PORT = ":443";

  /**
   * Creates the candidate for a URL.
   *
   * @param version the content version, empty if unknown or part of the URL
   */
  public static PushCandidate of(
      String url, Destination destination, Delivery delivery, int tier, String version) {
    String authority = authorityOf(url);
    String path = authority.isEmpty() ? url : pathOf(url);
    // Another origin's "/a.css" is a different resource.
    String keyed = authority.isEmpty() ? path : url;
    Delivery way = destination == Destination.CONNECT ? Delivery.HINT : delivery;
    long identity = ResourceKey.identity(keyed, version);
    int versioned = (int) (identity >>> 32);
    return new PushCandidate(
        url,
        authority,
        path,
        destination,
        way,
        tier,
        identity,
        ResourceKey.h2o(keyed),
        versioned,
        !version.isEmpty() || ContentVersion.isInName(path));
  }

  /**
   * Returns the key to look up in a fingerprint of this mode. A version in the manifest, or a hash in the name, takes precedence
   * over the version of the last response.
   */
  int key(CasperMode mode, CandidateFacts known) {
    boolean isVersionKnown =
        mode == CasperMode.NATIVE && !isVersioned && known.contentKey() != CandidateFacts.NO_KEY;
    return isVersionKnown ? known.contentKey() : key(mode);
  }

  /** Returns the key while no response has stated the content version. */
  int key(CasperMode mode) {
    return mode == CasperMode.H2O ? h2oKey : nativeKey;
  }

  /** Returns true if a page of this authority may push it. */
  boolean isSameOrigin(String pageAuthority) {
    return authority.isEmpty() || authority.equals(pageAuthority);
  }

  private static String authorityOf(String url) {
    int start = url.indexOf("://");
    if (start < 0 || url.startsWith("/")) {
      return "";
    }
    String named =
        url.substring(start + 3, endOfAuthority(url, start + 3)).toLowerCase(Locale.ROOT);
    // RFC 9110 4.2.3: the scheme's default port is equivalent to none, and browsers omit it.
    return named.endsWith(HTTPS_PORT)
        ? named.substring(0, named.length() - HTTPS_PORT.length())
        : named;
  }

  private static String pathOf(String url) {
    int end = endOfAuthority(url, url.indexOf("://") + 3);
    return end == url.length()
        ? "/"
        : url.charAt(end) == '/' ? url.substring(end) : "/" + url.substring(end);
  }

  private static int endOfAuthority(String url, int start) {
    for (int i = start; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c == '/' || c == '?' || c == '#') {
        return i;
      }
    }
    return url.length();
  }
}
