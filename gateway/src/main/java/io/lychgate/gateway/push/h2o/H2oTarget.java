package io.lychgate.gateway.push.h2o;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the target of a link as H2O does. An absolute path is taken unchanged, dot segments and fragment included. Any other
 * target must resolve to the page's own scheme and authority, compared as strings.
 */
final class H2oTarget {
  private final boolean isSecure;
  private final String authority;
  private final CharSequence pagePath;

  /**
   * @param authority {@code :authority} of the page's request, unchanged
   * @param pagePath {@code :path} of the page's request
   */
  H2oTarget(boolean isSecure, String authority, CharSequence pagePath) {
    this.isSecure = isSecure;
    this.authority = authority;
    this.pagePath = pagePath;
  }

  /** Returns the {@code :path} of the push, or null if the target cannot be pushed with this page. */
  @Nullable
  String path(String target) {
    String path = isAbsolutePath(target) ? target : resolved(target);
    return path == null || !isSendable(path) ? null : path;
  }

  private @Nullable String resolved(String target) {
    String scheme =
        target.startsWith("https:") ? "https" : target.startsWith("http:") ? "http" : "";
    if (!scheme.isEmpty() && scheme.equals("https") != isSecure) {
      return null;
    }
    String rest = scheme.isEmpty() ? target : target.substring(scheme.length() + 1);
    String named = authority;
    String path = rest;
    if (rest.startsWith("//")) {
      int end = endOfAuthority(rest);
      named = rest.substring(2, end);
      path = rest.substring(end);
      path = path.startsWith("/") ? path : "/" + path;
    }
    // H2O compares the lower-case page authority with the unchanged result. So a link with upper
    // case never matches, and a relative link fails if the request's authority has upper case.
    return named.equals(authority.toLowerCase(Locale.ROOT)) ? absolute(path) : null;
  }

  private String absolute(String path) {
    return path.startsWith("/") ? path : merge(H2oPath.normalized(pagePath), path);
  }

  /** Leading dot segments move up the path; later ones stay. */
  private static String merge(String page, String relative) {
    int folder = page.lastIndexOf('/');
    int at = 0;
    while (at < relative.length() && relative.charAt(at) == '.') {
      if (isSegment(relative, at, 2)) {
        folder = folder == 0 ? 0 : page.lastIndexOf('/', folder - 1);
        at = Math.min(relative.length(), at + 3);
      } else if (isSegment(relative, at, 1)) {
        at = Math.min(relative.length(), at + 2);
      } else {
        break;
      }
    }
    return page.substring(0, folder + 1) + relative.substring(at);
  }

  /** Returns true if this number of dots stands at the index, followed by a slash or the end. */
  private static boolean isSegment(String path, int at, int dots) {
    int end = at + dots;
    return path.startsWith("..".substring(0, dots), at)
        && (end == path.length() || path.charAt(end) == '/');
  }

  /**
   * Returns the index of the first slash. A query directly after the authority belongs to it, so such an authority is never the
   * page's.
   */
  private static int endOfAuthority(String rest) {
    int end = rest.indexOf('/', 2);
    return end < 0 ? rest.length() : end;
  }

  private static boolean isAbsolutePath(String target) {
    return target.startsWith("/") && !target.startsWith("//");
  }

  /** Returns false for a path that no request line can carry; the upstream would see a different request (RFC 9112 11.2). */
  private static boolean isSendable(String path) {
    return path.chars().noneMatch(c -> c <= ' ' || c == 0x7f);
  }
}
