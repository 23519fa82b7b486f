package io.lychgate.gateway.http;

import io.netty.util.AsciiString;

/** Reads weights from an Accept-Encoding field (RFC 9110 12.4.2, 12.5.3) without allocating objects. */
final class AcceptEncoding {
  /** Thousandths: q=1. */
  static final int FULL = 1000;

  private AcceptEncoding() {}

  /**
   * Returns the weight of this coding in thousandths; 0 means not acceptable.
   *
   * <p>A coding that the field does not name has the weight of {@code *}. Without that, only identity is acceptable.
   */
  static int weight(CharSequence field, String coding) {
    int star = -1;
    int at = 0;
    while (at < field.length()) {
      int end = endOfElement(field, at);
      int nameStart = skipBlanks(field, at, end);
      int nameEnd = endOfName(field, nameStart, end);
      if (isName(field, nameStart, nameEnd, coding)) {
        return quality(field, nameEnd, end);
      }
      if (isName(field, nameStart, nameEnd, "*")) {
        star = quality(field, nameEnd, end);
      }
      at = end + 1;
    }
    if (star >= 0) {
      return star;
    }
    // RFC 9110 12.5.3 rule 2. Identity has the lowest weight: a client prefers the codings that it
    // names.
    return coding.equals("identity") ? 1 : 0;
  }

  /** Returns true if this is the name of the coding. RFC 9110 8.4.1.3: "x-gzip" is the same coding as gzip. */
  private static boolean isName(CharSequence field, int start, int end, String coding) {
    int length = end - start;
    if (length == coding.length() + 2 && coding.equals("gzip")) {
      return AsciiString.regionMatches(field, true, start, "x-gzip", 0, length);
    }
    return length == coding.length()
        && AsciiString.regionMatches(field, true, start, coding, 0, length);
  }

  private static int quality(CharSequence field, int start, int end) {
    for (int i = start; i + 1 < end; i++) {
      char c = field.charAt(i);
      if ((c == 'q' || c == 'Q') && field.charAt(i + 1) == '=') {
        return thousandths(field, i + 2, end);
      }
    }
    return FULL;
  }

  /** Parses 0, 1, 0.123 or 1.000. Any other text counts as 0, which never sends a coding that the client may not support. */
  private static int thousandths(CharSequence field, int start, int end) {
    int value = 0;
    int unit = FULL;
    for (int i = start; i < end; i++) {
      char c = field.charAt(i);
      if (c >= '0' && c <= '9' && unit > 0) {
        value += (c - '0') * unit;
        unit /= 10;
      } else if (c != '.' || i != start + 1) {
        return c == ' ' || c == '\t' ? Math.min(value, FULL) : 0;
      }
    }
    return Math.min(value, FULL);
  }

  private static int endOfElement(CharSequence field, int at) {
    while (at < field.length() && field.charAt(at) != ',') {
      at++;
    }
    return at;
  }

  private static int skipBlanks(CharSequence field, int at, int end) {
    while (at < end && (field.charAt(at) == ' ' || field.charAt(at) == '\t')) {
      at++;
    }
    return at;
  }

  private static int endOfName(CharSequence field, int at, int end) {
    while (at < end
        && field.charAt(at) != ';'
        && field.charAt(at) != ' '
        && field.charAt(at) != '\t') {
      at++;
    }
    return at;
  }
}
