package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.pattern.NormalPath;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The paths that servers may see in place of the one that the gateway sees. For the gateway, path parameters (RFC 3986 section 3.3) and
 * escapes of separators are parts of a segment. Some servers drop the parameters, so that {@code ..;x} is a dot segment. Some decode
 * {@code %2F} and {@code %5C} to slashes, end the path at {@code %00}, or decode it twice.
 */
final class PathReadings {
  /** Readings of one path. Each costs a look-up of a route, so a client must not choose their number. */
  private static final int MOST = 8;

  private PathReadings() {}

  /** Returns true if servers may read this path, in normal form and without query, in different ways. Allocates nothing. */
  static boolean differ(CharSequence path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == ';' || (c == '%' && meaning(NormalPath.escapeAt(path, i)) >= 0)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the other readings. They may not be in normal form. */
  static Set<String> of(CharSequence path) {
    String own = path.toString();
    Set<String> readings = new LinkedHashSet<>(Set.of(own));
    ArrayDeque<String> open = new ArrayDeque<>(readings);
    while (!open.isEmpty()) {
      String reading = open.remove();
      for (String next : List.of(decoded(reading), withoutParameters(reading))) {
        if (readings.size() <= MOST && readings.add(next)) {
          open.add(next);
        }
      }
    }
    readings.remove(own);
    return readings;
  }

  private static String withoutParameters(String path) {
    StringBuilder bare = new StringBuilder(path.length());
    boolean isParameter = false;
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      isParameter = c == ';' || (isParameter && c != '/');
      if (!isParameter) {
        bare.append(c);
      }
    }
    return bare.toString();
  }

  private static String decoded(String path) {
    StringBuilder decoded = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      int meaning = c == '%' ? meaning(NormalPath.escapeAt(path, i)) : -1;
      if (meaning == 0) {
        break;
      }
      decoded.append(meaning < 0 ? c : (char) meaning);
      i += meaning < 0 ? 0 : 2;
    }
    return decoded.isEmpty() ? "/" : decoded.toString();
  }

  /**
   * Returns what an escape of this value may stand for: a separator, the beginning of parameters or of another escape, or 0 for the end;
   * -1 for others.
   */
  private static int meaning(int value) {
    return switch (value) {
      case '/', '\\' -> '/';
      case ';', '%', 0 -> value;
      default -> -1;
    };
  }
}
