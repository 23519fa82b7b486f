package io.lychgate.gateway.auth.oidc;

import io.lychgate.gateway.config.pattern.NormalPath;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.policy.OidcPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The page of the site that a browser gets after a login. It is always a path: a URL, or what a browser takes for one, would make the
 * gateway a redirector to any site (RFC 9700 section 4.11).
 */
final class ReturnPath {
  /** Characters. A cookie holds it until the login ends. */
  private static final int MAX_LENGTH = 1500;

  private static final String ROOT = "/";

  private ReturnPath() {}

  /** Returns the path and query in normal form; null if a login must not return there. */
  static @Nullable String checked(OidcPolicy policy, CharSequence target) {
    String text = target.toString();
    if (text.length() > MAX_LENGTH || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      return null;
    }
    if (!text.startsWith(ROOT) || text.indexOf('#') >= 0) {
      return null;
    }
    String normal = NormalPath.of(text, false).toString();
    int query = normal.indexOf('?');
    String path = query < 0 ? normal : normal.substring(0, query);
    // Browsers take a backslash for a slash, and two slashes for the beginning of a host.
    if (path.startsWith("//") || path.indexOf('\\') >= 0 || policy.ownPaths().contains(path)) {
      return null;
    }
    return isAllowed(policy, path) ? normal : null;
  }

  private static boolean isAllowed(OidcPolicy policy, String path) {
    if (policy.returnPaths().isEmpty()) {
      return true;
    }
    for (PathPattern pattern : policy.returnPaths()) {
      if (pattern.matches(path)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the same, or the root of the site in place of a path that is not allowed. */
  static String orRoot(OidcPolicy policy, CharSequence target) {
    String path = checked(policy, target);
    return path == null ? ROOT : path;
  }
}
