package io.lychgate.gateway.message;

import io.netty.util.AsciiString;

/**
 * The syntax of field names and values (RFC 9110 section 5, RFC 9114 section 4.2). A field that violates it must not be written as
 * HTTP/1.1, because it could end the line or the head.
 */
public final class FieldSyntax {
  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private FieldSyntax() {}

  /** Returns true for a token without capitals. */
  public static boolean isLowerCaseName(AsciiString name) {
    for (int i = 0; i < name.length(); i++) {
      if (!isOfLowerCaseToken(name.charAt(i))) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /** Returns true for a token (RFC 9110 section 5.6.2). */
  public static boolean isToken(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isOfLowerCaseToken(c) && (c < 'A' || c > 'Z')) {
        return false;
      }
    }
    return text.length() > 0;
  }

  private static boolean isOfLowerCaseToken(char c) {
    boolean usual = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    return usual || TOKEN_MARKS.indexOf(c) >= 0;
  }

  /** Returns true for a value without control characters except tabs, and without white space at either end. */
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
