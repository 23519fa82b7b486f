package io.lychgate.gateway.filter;

import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.pattern.NormalPath;
import io.lychgate.gateway.config.site.RewriteConfig;
import io.lychgate.gateway.config.site.RewriteConfig.QueryEdits;
import io.lychgate.gateway.http.RequestVariables;
import io.lychgate.gateway.message.RequestHead;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes the target of a request for its upstream. The request of the client stays as it is, for hints, logs and lessons.
 *
 * <p>The result never leaves the part of the server that the route names: a path with a segment that some server takes for {@code ..} is
 * refused, in any encoding. So is one that is malformed, because a group may have cut an escape.
 */
public final class TargetRewrite {
  /** Characters of a target. More than a listener accepts by default, and less than some server refuses. */
  private static final int MAX_TARGET = 16 * 1024;

  /** Rounds of decoding by which a server may find a dot segment: its own, that of a framework and that of an application. */
  private static final int MAX_DECODINGS = 3;

  private final RewriteConfig config;
  private final Set<String> dropped = new HashSet<>();
  private final String added;

  public TargetRewrite(RewriteConfig config) {
    this.config = config;
    QueryEdits query = config.query();
    dropped.addAll(query.remove());
    dropped.addAll(query.set().keySet());
    StringBuilder pairs = new StringBuilder();
    append(pairs, query.set());
    append(pairs, query.add());
    added = pairs.toString();
  }

  private static void append(StringBuilder into, Map<String, String> pairs) {
    pairs.forEach((name, value) -> into.append(into.length() == 0 ? "" : "&")
        .append(encoded(name))
        .append('=')
        .append(encoded(value)));
  }

  private static String encoded(String text) {
    // A plus sign means a space in forms only.
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns the request for the upstream; null if it must not be sent. */
  public @Nullable RequestHead apply(RequestHead request) {
    String target = request.path().toString();
    int mark = target.indexOf('?');
    String path = path(mark < 0 ? target : target.substring(0, mark));
    if (path == null) {
      return null;
    }
    String query = query(mark < 0 ? null : target.substring(mark + 1));
    String result = query == null ? path : path + "?" + query;
    return result.length() > MAX_TARGET ? null : request.withPath(result);
  }

  private @Nullable String path(String own) {
    if (!config.changesPath()) {
      return own;
    }
    String path = withoutPrefix(own, config.stripPrefix());
    BoundedRegex regex = config.regex();
    if (regex != null) {
      if (path.length() > regex.longestInput()) {
        return null;
      }
      String replaced = regex.replaceFirst(path, config.to());
      path = replaced == null ? path : replaced;
    }
    // Two slashes at the start would name a host.
    path = withOneSlash(path);
    if (config.addPrefix() != null) {
      path = config.addPrefix() + path;
    }
    return path.length() > MAX_TARGET || !isSafe(path)
        ? null
        : NormalPath.of(path, false).toString();
  }

  private static String withoutPrefix(String path, @Nullable String prefix) {
    if (prefix == null || !path.startsWith(prefix)) {
      return path;
    }
    return path.length() == prefix.length()
        ? "/"
        : path.charAt(prefix.length()) == '/' ? path.substring(prefix.length()) : path;
  }

  private static String withOneSlash(String path) {
    int slashes = 0;
    while (slashes < path.length() && path.charAt(slashes) == '/') {
      slashes++;
    }
    return slashes == 1 ? path : "/" + path.substring(slashes);
  }

  /** Returns false for a malformed path, and for one with a segment that a server may take for a dot segment. */
  static boolean isSafe(String path) {
    String decoded = path;
    for (int i = 0; i < MAX_DECODINGS; i++) {
      if (hasDotSegment(decoded)) {
        return false;
      }
      String next = decoded(decoded, i == 0);
      if (next == null) {
        return false;
      }
      if (next.equals(decoded)) {
        return true;
      }
      decoded = next;
    }
    return !hasDotSegment(decoded);
  }

  /** Slash and backslash separate segments. What follows a semicolon is a parameter for some servers. */
  private static boolean hasDotSegment(String path) {
    int start = 0;
    for (int i = 0; i <= path.length(); i++) {
      char c = i == path.length() ? '/' : path.charAt(i);
      if (c == '/' || c == '\\') {
        int semicolon = path.indexOf(';', start);
        int end = semicolon >= 0 && semicolon < i ? semicolon : i;
        int length = end - start;
        if ((length == 1 || length == 2)
            && path.charAt(start) == '.'
            && path.charAt(end - 1) == '.') {
          return true;
        }
        start = i + 1;
      }
    }
    return false;
  }

  /**
   * Decodes the escapes of ASCII.
   *
   * @param isStrict true if a malformed escape gives null
   */
  private static @Nullable String decoded(String text, boolean isStrict) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    StringBuilder decoded = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int value = c == '%' ? NormalPath.escapeAt(text, i) : -1;
      if (c == '%' && value < 0 && isStrict) {
        return null;
      }
      boolean isAscii = value >= 0 && value < 0x80;
      decoded.append(isAscii ? (char) value : c);
      i += isAscii ? 2 : 0;
    }
    return decoded.toString();
  }

  /** Returns null if nothing is left. */
  private @Nullable String query(@Nullable String own) {
    if (config.query().isEmpty()) {
      return own;
    }
    StringBuilder kept = new StringBuilder(own == null ? "" : dropped.isEmpty() ? own : kept(own));
    if (!added.isEmpty()) {
      kept.append(kept.length() == 0 ? "" : "&").append(added);
    }
    return kept.length() == 0 ? null : kept.toString();
  }

  private String kept(String query) {
    StringBuilder kept = new StringBuilder(query.length());
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      if (!dropped.contains(RequestVariables.decoded(name))) {
        kept.append(kept.length() == 0 ? "" : "&").append(pair);
      }
    }
    return kept.toString();
  }
}
