package io.lychgate.gateway.push.priority;

import java.util.Locale;

/** A media type, or all subtypes of a top-level type: {@code text/css}, {@code image/*}. In lower case, without parameters. */
record TypePattern(String text) {
  private static final String ANY = "*/*";

  static TypePattern of(String text) {
    return new TypePattern(text.toLowerCase(Locale.ROOT));
  }

  /** Returns true if the type matches. RFC 9110 8.3.1: types are case-insensitive, and parameters follow a semicolon. */
  boolean matches(CharSequence contentType) {
    if (text.equals(ANY)) {
      return true;
    }
    int length = text.length();
    boolean isKind = text.charAt(length - 1) == '*';
    int compared = isKind ? length - 1 : length;
    if (contentType.length() < compared) {
      return false;
    }
    for (int i = 0; i < compared; i++) {
      char c = contentType.charAt(i);
      if ((c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c) != text.charAt(i)) {
        return false;
      }
    }
    return isKind || contentType.length() == length || ends(contentType.charAt(length));
  }

  /** Returns true if the text is only the top-level type of this pattern, for example {@code image/}. */
  boolean isOfKind(CharSequence kind) {
    int length = kind.length();
    return length > 0
        && kind.charAt(length - 1) == '/'
        && text.length() > length
        && text.startsWith(kind.toString());
  }

  private static boolean ends(char c) {
    return c == ';' || c == ',' || c == ' ' || c == '\t';
  }

  @Override
  public String toString() {
    return text;
  }
}
