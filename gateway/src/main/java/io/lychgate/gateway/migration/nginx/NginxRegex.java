package io.lychgate.gateway.migration.nginx;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates expressions of PCRE that RE2 does not know. */
final class NginxRegex {
  /** A negative lookahead of a plain word at the end, as in the usual rule for hidden files: {@code /\.(?!well-known)}. */
  private static final Pattern LAST =
      Pattern.compile("(.*)\\(\\?!((?:[A-Za-z0-9_/-]|\\\\/)+)\\)(?:\\.\\*\\$?)?");

  private static final Pattern LOOKAHEAD = Pattern.compile("\\(\\?[=!][^()\\\\]*\\)");

  private NginxRegex() {}

  /** Returns true if {@link #withoutLookahead} finds the same paths as the expression. */
  static boolean isEquivalent(String regex) {
    Matcher last = LAST.matcher(regex);
    return last.matches() && !last.group(1).contains("(?=") && !last.group(1).contains("(?!");
  }

  /** Returns the expression without lookaheads: one that finds the same paths, or else more of them. */
  static String withoutLookahead(String regex) {
    if (isEquivalent(regex)) {
      Matcher last = LAST.matcher(regex);
      if (last.matches()) {
        return last.group(1) + otherThan(last.group(2).replace("\\/", "/"));
      }
    }
    return LOOKAHEAD.matcher(regex).replaceAll("");
  }

  /** Returns an expression for the beginning of any text that does not begin with the word. */
  private static String otherThan(String word) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < word.length(); i++) {
      String c = word.charAt(i) == '-' ? "\\-" : String.valueOf(word.charAt(i));
      regex.append("(?:$|[^").append(c).append(']');
      if (i < word.length() - 1) {
        regex.append('|').append(word.charAt(i));
      }
    }
    return regex.append(")".repeat(word.length())).toString();
  }
}
