package io.lychgate.gateway.push.explain;

import io.lychgate.gateway.message.RequestHead;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The URL of a requested plan, split as the data path splits it.
 *
 * @param authority host and port in lower case
 * @param host without the port
 * @param path with the query, as {@link RequestHead#path()}
 */
public record PlanTarget(String authority, String host, String path) {
  private static final String DEFAULT_HOST = "localhost";

  /**
   * Returns the target of {@code https://host/path} or {@code /path}; null if the text is neither.
   *
   * @param defaultHost for a path alone, null for localhost
   */
  public static @Nullable PlanTarget of(String url, @Nullable String defaultHost) {
    try {
      URI uri = new URI(url);
      String authority = uri.getRawAuthority() == null ? defaultHost : uri.getRawAuthority();
      String named = authority == null ? DEFAULT_HOST : authority.toLowerCase(Locale.ROOT);
      String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
      if (!path.startsWith("/")) {
        return null;
      }
      int port = named.lastIndexOf(':');
      String host = port > named.lastIndexOf(']') ? named.substring(0, port) : named;
      return new PlanTarget(
          named, host, uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery());
    } catch (URISyntaxException e) {
      return null;
    }
  }

  public String url() {
    return "https://" + authority + path;
  }

  public String pathWithoutQuery() {
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }
}
