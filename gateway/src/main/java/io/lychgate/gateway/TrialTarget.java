package io.lychgate.gateway;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The URL of a described request, split into the parts that a client would send. The path keeps each byte, so that a trial gets the
 * same path as a real request.
 *
 * @param isSecure true for https; false for a path alone
 * @param authority host and port in lower case
 * @param path path and query
 */
record TrialTarget(boolean isSecure, String authority, String path) {
  private static final String DEFAULT_HOST = "localhost";

  /**
   * Returns the target of {@code https://host/path} or {@code /path}; null if the text is neither.
   *
   * @param defaultHost for a path alone, null for localhost
   */
  static @Nullable TrialTarget of(String url, @Nullable String defaultHost) {
    if (url.startsWith("/")) {
      String host = defaultHost == null || defaultHost.isEmpty() ? DEFAULT_HOST : defaultHost;
      return new TrialTarget(false, host.toLowerCase(Locale.ROOT), withoutFragment(url));
    }
    String lower = url.toLowerCase(Locale.ROOT);
    boolean isSecure = lower.startsWith("https://");
    if (!isSecure && !lower.startsWith("http://")) {
      return null;
    }
    int from = isSecure ? "https://".length() : "http://".length();
    int to = from;
    while (to < url.length() && "/?#".indexOf(url.charAt(to)) < 0) {
      to++;
    }
    if (to == from) {
      return null;
    }
    String rest = withoutFragment(url.substring(to));
    return new TrialTarget(
        isSecure, lower.substring(from, to), rest.startsWith("/") ? rest : "/" + rest);
  }

  /** Clients never send a fragment (RFC 9110 section 7.1). */
  private static String withoutFragment(String text) {
    int at = text.indexOf('#');
    return at < 0 ? text : text.substring(0, at);
  }

  String url() {
    return (isSecure ? "https://" : "http://") + authority + path;
  }
}
