package io.lychgate.gateway.push.format;

import io.lychgate.gateway.config.pattern.PathPattern;
import java.util.Optional;
import java.util.regex.Pattern;

/** Converts globs of manifests to regular expressions over the whole path, and back. */
final class PathRegex {
  private static final Pattern SPECIAL = Pattern.compile("[\\\\^$.|?*+()\\[\\]{}]");
  private static final String ANY = ".*";

  private PathRegex() {}

  static boolean hasSpecial(String text) {
    // A dot in a file name always means a literal dot.
    return SPECIAL.matcher(text.replace(".", "")).find();
  }

  static String quote(String literal) {
    return SPECIAL.matcher(literal).replaceAll("\\\\$0");
  }

  /** Returns the expression of a pattern that is a glob. */
  static String of(PathPattern glob) {
    StringBuilder regex = new StringBuilder("^");
    String[] runs = glob.text().split("\\*", -1);
    for (int i = 0; i < runs.length; i++) {
      regex.append(i == 0 ? "" : ANY).append(quote(runs[i]));
    }
    return regex.append('$').toString();
  }

  /** Returns the glob that is equivalent to an expression of literals and {@code .*}; empty for any other expression. */
  static Optional<PathPattern> glob(String regex) {
    if (!regex.startsWith("^") || !regex.endsWith("$") || regex.endsWith("\\$")) {
      return Optional.empty();
    }
    StringBuilder glob = new StringBuilder();
    int end = regex.length() - 1;
    for (int i = 1; i < end; i++) {
      char c = regex.charAt(i);
      if (c == '\\' && i + 1 < end && !Character.isLetterOrDigit(regex.charAt(i + 1))) {
        i++;
        if (regex.charAt(i) == '*') {
          return Optional.empty();
        }
        glob.append(regex.charAt(i));
      } else if (regex.startsWith(ANY, i) && i + 1 < end) {
        glob.append('*');
        i++;
      } else if (SPECIAL.matcher(String.valueOf(c)).matches()) {
        return Optional.empty();
      } else {
        glob.append(c);
      }
    }
    String text = glob.toString();
    return PathPattern.problemOfGlob(text).isEmpty()
        ? Optional.of(PathPattern.glob(text))
        : Optional.empty();
  }
}
