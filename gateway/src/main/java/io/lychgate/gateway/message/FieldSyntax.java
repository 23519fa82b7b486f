package io.lychgate.gateway.message;

import io.netty.util.AsciiString;

/**
 * What names and values of fields may consist of (RFC 9110 section 5, RFC 9114 section 4.2). A field that breaks it must not
 * be written out as HTTP/1.1: it could end the line, or the head.
 */
public final class FieldSyntax {
  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private FieldSyntax() {}

  /** A token without capitals. */
  public static boolean isLowerCaseName(AsciiString name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean usual = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
      if (!usual && TOKEN_MARKS.indexOf(c) < 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /** No controls but tabs, and no white space at either end. */
  public static boolean isValue(CharSequence value) {
    int length = value.length();
    if (length == 0) {
      return true;
    }
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f) {
        return false;
      }
    }
    return !isSpace(value.charAt(0)) && !isSpace(value.charAt(length - 1));
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }
}
