package io.lychgate.gateway.http;

/** Makes entity tags (RFC 9110 8.8.3), and compares a client's list with one. */
public final class EntityTag {
  private EntityTag() {}

  /**
   * Returns a strong tag of a file's bytes under one coding, with its quotes.
   *
   * <p>The tag has the size and the time of modification in nanoseconds, but not the inode. Two nodes that serve the same release
   * from their own disks must agree, or a client that reaches the other node loads everything again.
   */
  public static String of(long size, long modifiedNanos, ContentCoding coding) {
    String tag = '"' + Long.toHexString(modifiedNanos) + '-' + Long.toHexString(size);
    return tag + (coding == ContentCoding.IDENTITY ? "" : '-' + coding.token()) + '"';
  }

  /** Returns true if the list has the strong {@code tag}. RFC 9110 13.1.1: a weak tag never matches. */
  static boolean matchesStrongly(CharSequence list, String tag) {
    return matches(list, tag, false);
  }

  /** Returns true if the list has the tag. RFC 9110 13.1.2: a weak tag matches by its opaque part. */
  static boolean matchesWeakly(CharSequence list, String tag) {
    return matches(list, tag, true);
  }

  /** Returns true for a single tag, and false for a date, the alternatives of {@code If-Range}. */
  static boolean isTag(CharSequence value) {
    return value.length() > 1 && (value.charAt(0) == '"' || value.charAt(1) == '/');
  }

  private static boolean matches(CharSequence list, String tag, boolean weakly) {
    if (isStar(list)) {
      return true;
    }
    int at = 0;
    while (true) {
      at = skipSeparators(list, at);
      boolean isWeak = startsWeak(list, at);
      int start = isWeak ? at + 2 : at;
      int end = endOfOpaque(list, start);
      if (end < 0) {
        return false; // The end of the list, or a malformed rest.
      }
      if ((weakly || !isWeak) && same(list, start, end, tag)) {
        return true;
      }
      at = end;
    }
  }

  private static boolean isStar(CharSequence list) {
    return list.length() == 1 && list.charAt(0) == '*';
  }

  private static int skipSeparators(CharSequence list, int at) {
    while (at < list.length()
        && (list.charAt(at) == ' ' || list.charAt(at) == '\t' || list.charAt(at) == ',')) {
      at++;
    }
    return at;
  }

  private static boolean startsWeak(CharSequence list, int at) {
    return at + 1 < list.length() && list.charAt(at) == 'W' && list.charAt(at + 1) == '/';
  }

  /** Returns the index after the closing quote; negative without a quoted tag. A comma within quotes belongs to the tag. */
  private static int endOfOpaque(CharSequence list, int start) {
    if (start >= list.length() || list.charAt(start) != '"') {
      return -1;
    }
    for (int i = start + 1; i < list.length(); i++) {
      if (list.charAt(i) == '"') {
        return i + 1;
      }
    }
    return -1;
  }

  private static boolean same(CharSequence list, int start, int end, String tag) {
    if (end - start != tag.length()) {
      return false;
    }
    for (int i = 0; i < tag.length(); i++) {
      if (list.charAt(start + i) != tag.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
