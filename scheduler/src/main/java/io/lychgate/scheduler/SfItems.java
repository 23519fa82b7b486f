package io.lychgate.scheduler;

/**
 * The grammar of RFC 8941 as steps over text. Each method takes a position and returns the position after the parsed text, or
 * {@link #MALFORMED}, which every method passes on.
 */
final class SfItems {
  static final int MALFORMED = -1;

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~:/";

  private SfItems() {}

  static int skipSpaces(CharSequence text, int at) {
    int position = at;
    while (position < text.length() && text.charAt(position) == ' ') {
      position++;
    }
    return position;
  }

  /** Skips a key (RFC 8941 3.1.2). */
  static int skipKey(CharSequence text, int at) {
    if (at >= text.length() || !(isLower(text.charAt(at)) || text.charAt(at) == '*')) {
      return MALFORMED;
    }
    int position = at + 1;
    while (position < text.length() && isKeyPart(text.charAt(position))) {
      position++;
    }
    return position;
  }

  /** Skips white space, a comma and white space, after which there must be a member (RFC 8941 4.2.2). */
  static int skipToNextMember(CharSequence text, int at) {
    if (at == MALFORMED) {
      return MALFORMED;
    }
    int position = skipWhiteSpace(text, at);
    if (position == text.length()) {
      return position;
    }
    if (text.charAt(position) != ',') {
      return MALFORMED;
    }
    position = skipWhiteSpace(text, position + 1);
    return position == text.length() ? MALFORMED : position;
  }

  static int skipItemOrList(CharSequence text, int at) {
    return at < text.length() && text.charAt(at) == '('
        ? skipInnerList(text, at + 1)
        : skipItem(text, at);
  }

  /** Skips parameters (RFC 8941 3.1.2): {@code ;key=value;key}. */
  static int skipParameters(CharSequence text, int at) {
    int position = at;
    while (position != MALFORMED && position < text.length() && text.charAt(position) == ';') {
      position = skipKey(text, skipSpaces(text, position + 1));
      if (position != MALFORMED && position < text.length() && text.charAt(position) == '=') {
        position = skipItem(text, position + 1);
      }
    }
    return position;
  }

  /** Skips an Inner List after its opening bracket (RFC 8941 4.2.1.2). */
  private static int skipInnerList(CharSequence text, int at) {
    int position = at;
    while (true) {
      position = skipSpaces(text, position);
      if (position >= text.length()) {
        return MALFORMED;
      }
      if (text.charAt(position) == ')') {
        return position + 1;
      }
      position = skipParameters(text, skipItem(text, position));
      if (position == MALFORMED || position >= text.length()) {
        return MALFORMED;
      }
      char after = text.charAt(position);
      if (after != ' ' && after != ')') {
        return MALFORMED;
      }
    }
  }

  /** Skips a Bare Item (RFC 8941 4.2.3.1). */
  private static int skipItem(CharSequence text, int at) {
    if (at >= text.length()) {
      return MALFORMED;
    }
    char c = text.charAt(at);
    if (c == '-' || isDigit(c)) {
      return skipNumber(text, at);
    }
    if (isLower(c) || isUpper(c) || c == '*') {
      return skipToken(text, at + 1);
    }
    return switch (c) {
      case '"' -> skipString(text, at + 1);
      case ':' -> skipBytes(text, at + 1);
      case '?' -> skipBoolean(text, at + 1);
      default -> MALFORMED;
    };
  }

  /** Skips a number (RFC 8941 4.2.4): at most 15 digits, or at most 12, a point and 1 to 3. */
  private static int skipNumber(CharSequence text, int at) {
    int start = text.charAt(at) == '-' ? at + 1 : at;
    int point = skipDigits(text, start);
    int digits = point - start;
    if (digits == 0 || digits > 15) {
      return MALFORMED;
    }
    if (point == text.length() || text.charAt(point) != '.') {
      return point;
    }
    int end = skipDigits(text, point + 1);
    int fraction = end - point - 1;
    return digits > 12 || fraction < 1 || fraction > 3 ? MALFORMED : end;
  }

  private static int skipDigits(CharSequence text, int at) {
    int position = at;
    while (position < text.length() && isDigit(text.charAt(position))) {
      position++;
    }
    return position;
  }

  private static int skipToken(CharSequence text, int at) {
    int position = at;
    while (position < text.length() && isTokenPart(text.charAt(position))) {
      position++;
    }
    return position;
  }

  private static int skipString(CharSequence text, int at) {
    for (int position = at; position < text.length(); position++) {
      char c = text.charAt(position);
      if (c == '"') {
        return position + 1;
      }
      if (c == '\\') {
        position++;
        if (position == text.length()
            || (text.charAt(position) != '"' && text.charAt(position) != '\\')) {
          return MALFORMED;
        }
      } else if (c < ' ' || c > '~') {
        return MALFORMED;
      }
    }
    return MALFORMED;
  }

  private static int skipBytes(CharSequence text, int at) {
    for (int position = at; position < text.length(); position++) {
      char c = text.charAt(position);
      if (c == ':') {
        return position + 1;
      }
      if (!isLower(c) && !isUpper(c) && !isDigit(c) && c != '+' && c != '/' && c != '=') {
        return MALFORMED;
      }
    }
    return MALFORMED;
  }

  private static int skipBoolean(CharSequence text, int at) {
    return at < text.length() && (text.charAt(at) == '0' || text.charAt(at) == '1')
        ? at + 1
        : MALFORMED;
  }

  private static int skipWhiteSpace(CharSequence text, int at) {
    int position = at;
    while (position < text.length()
        && (text.charAt(position) == ' ' || text.charAt(position) == '\t')) {
      position++;
    }
    return position;
  }

  private static boolean isKeyPart(char c) {
    return isLower(c) || isDigit(c) || c == '_' || c == '-' || c == '.' || c == '*';
  }

  private static boolean isTokenPart(char c) {
    return isLower(c) || isUpper(c) || isDigit(c) || TOKEN_MARKS.indexOf(c) >= 0;
  }

  private static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
