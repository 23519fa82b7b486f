package io.lychgate.gateway.config.pattern;

/**
 * The normal form of a request's path (RFC 3986 section 6.2.2): unreserved characters are not percent-encoded, the hexadecimal
 * digits of other escapes are upper case, and there are no dot segments. Empty segments may be merged, too. The query stays
 * unchanged. Paths that a server may treat as the same resource have one normal form, so a route matches all of them or none.
 *
 * <p>{@code %2F}, {@code %5C} and {@code %00} stay encoded: decoding them would change where a segment ends.
 */
public final class NormalPath {
  private NormalPath() {}

  /** Returns true if {@link #of} returns this target itself, with or without merging of empty segments. Allocates nothing. */
  public static boolean isNormal(CharSequence target) {
    int length = target.length();
    for (int i = 0; i < length; i++) {
      char c = target.charAt(i);
      if (c == '?') {
        return true;
      }
      if (c == '%' ? !isNormalEscape(target, i) : c == '/' && beginsOddSegment(target, i + 1)) {
        return false;
      }
    }
    return true;
  }

  /** Returns true if the segment at this index is empty and not the last one, or is a dot segment. */
  private static boolean beginsOddSegment(CharSequence target, int at) {
    if (at == target.length()) {
      return false;
    }
    char c = target.charAt(at);
    if (c == '/') {
      return true;
    }
    if (c != '.') {
      return false;
    }
    int dots = at + 1 < target.length() && target.charAt(at + 1) == '.' ? 2 : 1;
    return isEndOfSegment(target, at + dots);
  }

  private static boolean isEndOfSegment(CharSequence target, int at) {
    return at >= target.length() || target.charAt(at) == '/' || target.charAt(at) == '?';
  }

  private static boolean isNormalEscape(CharSequence target, int at) {
    int value = escapeAt(target, at);
    return value < 0
        || (!isUnreserved((char) value)
            && isUpperCase(target.charAt(at + 1))
            && isUpperCase(target.charAt(at + 2)));
  }

  /**
   * Returns the target with its path in normal form. Returns a target with a malformed escape unchanged.
   *
   * @param target path and query; the path begins with a slash
   * @param mergesSlashes true if empty segments are removed
   */
  public static CharSequence of(CharSequence target, boolean mergesSlashes) {
    if (isNormal(target)) {
      return target;
    }
    int end = endOfPath(target);
    StringBuilder decoded = new StringBuilder(end);
    for (int i = 0; i < end; i++) {
      char c = target.charAt(i);
      int value = c == '%' ? escapeAt(target, i) : -1;
      if (c == '%' && value < 0) {
        return target;
      }
      if (value >= 0) {
        c = (char) value;
        i += 2;
        if (!isUnreserved(c)) {
          decoded.append('%').append(upperHexDigit(value >> 4));
          c = upperHexDigit(value & 15);
        }
      } else if (mergesSlashes && c == '/' && endsWithSlash(decoded)) {
        continue;
      }
      decoded.append(c);
    }
    return withoutDotSegments(decoded).append(target, end, target.length()).toString();
  }

  /**
   * Returns the form of a path pattern for comparison with normal paths: with normal escapes, and without dot segments. Empty
   * segments stay because a site may keep them. A star is an ordinary character here, but a leading star starts no segment.
   */
  static String ofPattern(String glob) {
    if (glob.startsWith("/")) {
      return of(glob, false).toString();
    }
    String normal = of("/" + glob, false).toString();
    // A star removed with a dot segment stood for any number of segments.
    return normal.startsWith("/*") ? normal.substring(1) : glob;
  }

  private static boolean endsWithSlash(StringBuilder text) {
    return text.length() > 0 && text.charAt(text.length() - 1) == '/';
  }

  /** RFC 3986 section 5.2.4 for a path that begins with a slash. */
  private static StringBuilder withoutDotSegments(StringBuilder path) {
    StringBuilder result = new StringBuilder(path.length());
    int from = 0;
    while (from < path.length()) {
      int next = path.indexOf("/", from + 1);
      int to = next < 0 ? path.length() : next;
      int length = to - from - 1;
      boolean isDot = length == 1 && path.charAt(from + 1) == '.';
      boolean isDoubleDot =
          length == 2 && path.charAt(from + 1) == '.' && path.charAt(from + 2) == '.';
      if (isDoubleDot) {
        result.setLength(Math.max(0, result.lastIndexOf("/")));
      }
      if (!isDot && !isDoubleDot) {
        result.append(path, from, to);
      } else if (next < 0) {
        result.append('/');
      }
      from = to;
    }
    return result;
  }

  /** Returns the index of the query's question mark, or the length. */
  private static int endOfPath(CharSequence target) {
    int i = 0;
    while (i < target.length() && target.charAt(i) != '?') {
      i++;
    }
    return i;
  }

  /** Returns true if a path in normal form has an encoded slash, backslash or NUL. */
  public static boolean hasReservedEscape(CharSequence target) {
    int length = target.length();
    for (int i = 0; i + 2 < length && target.charAt(i) != '?'; i++) {
      if (target.charAt(i) == '%') {
        int value = escapeAt(target, i);
        if (value == '/' || value == '\\' || value == 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the value of the escape whose percent sign is at this index; -1 if two hexadecimal digits do not follow. */
  public static int escapeAt(CharSequence target, int at) {
    if (at + 2 >= target.length()) {
      return -1;
    }
    int high = Character.digit(target.charAt(at + 1), 16);
    int low = Character.digit(target.charAt(at + 2), 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }

  private static boolean isUnreserved(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }

  private static boolean isUpperCase(char hexDigit) {
    return hexDigit < 'a';
  }

  private static char upperHexDigit(int value) {
    return (char) (value < 10 ? '0' + value : 'A' + value - 10);
  }
}
