package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.pattern.NormalPath;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The paths that a server may see in the normal form of a path. Servers differ in what they decode, drop and merge, so {@code
 * /x/..;a=1/admin} and {@code /x%2F..%2Fadmin} are {@code /admin} for some of them (RFC 3986 section 7.3). A rule that a route has for
 * {@code /admin} must not be bypassed by such a spelling.
 */
final class PathReadings {
  /** Rounds of decoding by which a server may find a path: its own, that of a framework and that of an application. */
  private static final int MAX_DECODINGS = 3;

  /**
   * Characters whose escapes stay in a normal form, although servers decode them: those that end, separate or hide parts of a path, and
   * those that the pattern of a route may have as they are (RFC 3986 section 3.3).
   */
  private static final String ESCAPED = "/\\\0%;.?#!$&'()*+,:=@";

  /**
   * Characters of all readings of a path together. A path has up to 16 readings, and the rules of routes are looked up for each. A path of
   * 2 KiB may have them all; a longer one that has so many is an attack.
   */
  private static final int MAX_CHARACTERS = 32 * 1024;

  private final Set<String> readings = new LinkedHashSet<>();
  private int charactersLeft;

  private PathReadings(int mostCharacters) {
    this.charactersLeft = mostCharacters;
  }

  /** Returns true if there may be other readings of this path, which is in normal form. */
  static boolean areIn(CharSequence path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == ';'
          || c == '#'
          || (c == '%' && isEscaped(NormalPath.escapeAt(path, i)))
          || (c == '/' && i + 1 < path.length() && path.charAt(i + 1) == '/')) {
        return true;
      }
    }
    return false;
  }

  /** Returns the other readings of a path, in normal form; null if they are too many for its length. */
  static @Nullable Set<String> of(CharSequence path) {
    PathReadings found = new PathReadings(MAX_CHARACTERS + path.length());
    String decoded = path.toString();
    for (int i = 0; i <= MAX_DECODINGS; i++) {
      String seen = withoutTail(decoded);
      boolean isWithinBound =
          found.add(seen) && (seen.indexOf(';') < 0 || found.add(withoutParameters(seen)));
      if (!isWithinBound) {
        return null;
      }
      String next = decoded(decoded);
      if (next.equals(decoded)) {
        break;
      }
      decoded = next;
    }
    found.readings.remove(path.toString());
    return found.readings;
  }

  /**
   * Adds the paths that a router compares: a backslash separates, and empty segments are merged or not. Returns false at the bound, so
   * that no further reading of a hostile path is made.
   */
  private boolean add(String path) {
    String slashes = withWholeEscapes(path.replace('\\', '/'));
    // An empty segment that stays is the one that a following ".." removes.
    return keep(NormalPath.of(slashes, true))
        && (!slashes.contains("//") || keep(NormalPath.of(slashes, false)));
  }

  private boolean keep(CharSequence reading) {
    String text = reading.toString();
    if (readings.add(text)) {
      charactersLeft -= text.length();
    }
    return charactersLeft >= 0;
  }

  private static boolean isEscaped(int value) {
    return value >= 0 && ESCAPED.indexOf(value) >= 0;
  }

  /** Some servers end a path at NUL, and some look for the query and the fragment after decoding. */
  private static String withoutTail(String path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '\0' || c == '?' || c == '#') {
        return path.substring(0, i);
      }
    }
    return path;
  }

  /** Drops the parameters of segments (RFC 3986 section 3.3). */
  private static String withoutParameters(String path) {
    StringBuilder bare = new StringBuilder(path.length());
    boolean isParameter = false;
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      isParameter = c == ';' || (isParameter && c != '/' && c != '\\');
      if (!isParameter) {
        bare.append(c);
      }
    }
    return bare.toString();
  }

  /** Encodes each percent sign that begins no escape, because a malformed path has no normal form. */
  private static String withWholeEscapes(String path) {
    StringBuilder whole = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      whole.append(c);
      if (c == '%' && NormalPath.escapeAt(path, i) < 0) {
        whole.append("25");
      }
    }
    return whole.toString();
  }

  /** Decodes the escapes of such characters once. Other escapes are a part of the normal form. */
  private static String decoded(String path) {
    StringBuilder decoded = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      int value = c == '%' ? NormalPath.escapeAt(path, i) : -1;
      if (isEscaped(value)) {
        decoded.append((char) value);
        i += 2;
      } else {
        decoded.append(c);
      }
    }
    return decoded.toString();
  }
}
