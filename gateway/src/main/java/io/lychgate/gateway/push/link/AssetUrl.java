package io.lychgate.gateway.push.link;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.check.Limits;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;

/** Checks the URLs of assets. */
public final class AssetUrl {
  /** Maximum number of characters, as in the schema. */
  public static final int MAX_LENGTH = Limits.ASSET_URL_CHARACTERS;

  private AssetUrl() {}

  /** Returns an empty string if an asset of this destination may have the URL, else {@code got (expected: ...)}. */
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

  /**
   * Returns the URL as a browser requests it, without dot segments (URL standard, path state). Everything else stays unchanged,
   * because browsers neither decode nor merge it. Takes an absolute path or an absolute URL.
   */
  public static String withoutDotSegments(String url) {
    if (!url.contains("/.") && !url.contains("/%2")) {
      return url;
    }
    int scheme = url.indexOf("://");
    int start = url.startsWith("/") || scheme < 0 ? 0 : url.indexOf('/', scheme + 3);
    if (start < 0) {
      return url;
    }
    int query = url.indexOf('?', start);
    int end = query < 0 ? url.length() : query;
    List<String> kept = new ArrayList<>();
    String[] segments = url.substring(start + 1, end).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      boolean isLast = i == segments.length - 1;
      switch (segments[i].replace("%2e", ".").replace("%2E", ".")) {
        case "." -> addEnd(kept, isLast);
        case ".." -> {
          if (!kept.isEmpty()) {
            kept.remove(kept.size() - 1);
          }
          addEnd(kept, isLast);
        }
        default -> kept.add(segments[i]);
      }
    }
    return url.substring(0, start) + "/" + String.join("/", kept) + url.substring(end);
  }

  /** A dot segment at the end is removed, and the slash before it stays. */
  private static void addEnd(List<String> kept, boolean isLast) {
    if (isLast) {
      kept.add("");
    }
  }

  /** Returns true if a URL must not contain the character unencoded. */
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
