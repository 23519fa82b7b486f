package io.lychgate.gateway.learn;

import java.util.regex.Pattern;

/**
 * The kind of page of a path: its segments, with numbers and ids replaced by placeholders. It ignores the query.
 *
 * <p>{@code {n}} stands for digits. {@code {id}} stands for a UUID, for eight or more hexadecimal digits with at least one decimal
 * digit, and for sixteen or more mixed letters and digits. {@code {any}} stands for the last segment where a place has too many
 * different ones ({@link PageKinds}).
 */
record PagePattern(String text) {
  static final String NUMBER = "{n}";
  static final String ID = "{id}";
  static final String ANY = "{any}";

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  private static final Pattern HEX = Pattern.compile("(?=.*[0-9])[0-9a-fA-F]{8,}");
  private static final Pattern TOKEN =
      Pattern.compile("(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9_]{16,}");

  /** Returns the pattern of a path without query. */
  static PagePattern of(String path) {
    StringBuilder text = new StringBuilder(path.length());
    int start = 0;
    while (start <= path.length()) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      text.append(segment(path.substring(start, end)));
      if (slash < 0) {
        break;
      }
      text.append('/');
      start = slash + 1;
    }
    return new PagePattern(text.toString());
  }

  private static String segment(String segment) {
    if (segment.isEmpty()) {
      return segment;
    }
    if (DIGITS.matcher(segment).matches()) {
      return NUMBER;
    }
    boolean isId = UUID.matcher(segment).matches()
        || HEX.matcher(segment).matches()
        || TOKEN.matcher(segment).matches();
    return isId ? ID : segment;
  }

  /** Returns the part before the last segment, including its slash. */
  String parent() {
    return text.substring(0, text.lastIndexOf('/') + 1);
  }

  String lastSegment() {
    return text.substring(text.lastIndexOf('/') + 1);
  }

  /** Returns the pattern of the same place with any last segment. */
  PagePattern widened() {
    return new PagePattern(parent() + ANY);
  }

  boolean isExact() {
    return !text.contains(NUMBER) && !text.contains(ID) && !text.contains(ANY);
  }

  /** Returns the pattern as a regular expression of RE2 for the whole path. */
  String regex() {
    StringBuilder regex = new StringBuilder("^");
    for (String segment : text.substring(1).split("/", -1)) {
      regex
          .append('/')
          .append(
              switch (segment) {
                case NUMBER -> "[0-9]+";
                case ID, ANY -> "[^/]+";
                default -> quoted(segment);
              });
    }
    return regex.append('$').toString();
  }

  private static String quoted(String literal) {
    return literal.replaceAll("[\\\\.\\[\\]{}()*+?^$|]", "\\\\$0");
  }
}
