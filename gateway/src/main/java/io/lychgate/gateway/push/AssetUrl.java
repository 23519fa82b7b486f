package io.lychgate.gateway.push;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.Limits;
import java.net.URI;
import java.net.URISyntaxException;

/** Which URLs an asset may have. */
public final class AssetUrl {
  /** Characters; as the schema. */
  public static final int MAX_LENGTH = Limits.ASSET_URL_CHARACTERS;

  private AssetUrl() {}

  /** Empty when an asset of this destination may have the URL, else {@code got (expected: ...)}. */
  public static String problemOf(String url, Destination destination) {
    if (url.isEmpty() || url.length() > MAX_LENGTH) {
      return url.length() + " characters (expected: 1-" + MAX_LENGTH + ")";
    }
    if (url.chars().anyMatch(AssetUrl::isForbidden)) {
      return url + " (expected: ASCII with percent-encoding, without fragment)";
    }
    if (destination == Destination.CONNECT) {
      return isOrigin(url)
          ? ""
          : url + " (expected: an https origin without path, as https://cdn.example.com)";
    }
    boolean isPath = url.startsWith("/") && !url.startsWith("//");
    return isPath || isHttps(url)
        ? ""
        : url + " (expected: an absolute path, as /a.css, or an absolute https URL)";
  }

  /** Whether a URL must not hold the character as it is. */
  public static boolean isForbidden(int c) {
    return c <= ' ' || c >= 0x7f || "<>\"\\^`{|}#".indexOf(c) >= 0;
  }

  private static boolean isOrigin(String url) {
    return isHttps(url) && url.indexOf('/', "https://".length()) < 0 && url.indexOf('?') < 0;
  }

  private static boolean isHttps(String url) {
    try {
      URI uri = new URI(url);
      return "https".equals(uri.getScheme()) && uri.getHost() != null && uri.getUserInfo() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
