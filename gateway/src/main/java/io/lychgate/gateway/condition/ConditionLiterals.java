package io.lychgate.gateway.condition;

import dev.cel.common.ast.CelConstant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The strings and whole numbers in an expression, and the expression without them.
 *
 * @param shape the expression with a mark for each literal; equal for expressions that differ only in their literals
 */
record ConditionLiterals(String shape, List<Literal> literals) {
  /** Mark for a string. The expression is ASCII without control characters, so the marks never occur in it. */
  private static final char TEXT = '\u0001';

  private static final char NUMBER = '\u0002';

  /** Maximum digits of a number that always fits into 64 bits. */
  private static final int MAX_DIGITS = 18;

  /**
   * One literal.
   *
   * @param offset offset in the expression
   */
  record Literal(int offset, CelConstant constant) {}

  /**
   * Returns the literals, or null if reading the expression needs a parser: because of escapes, comments, prefixes or other syntax.
   */
  static @Nullable ConditionLiterals of(String text) {
    StringBuilder shape = new StringBuilder(text.length());
    List<Literal> literals = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean isAfterWord = at > 0 && isWord(text.charAt(at - 1));
      if (c < ' ' || c > '~' || c == '\\' || c == '`' || c == '/') {
        return null;
      }
      if (c == '\'' || c == '"') {
        int end = text.indexOf(c, at + 1);
        // Skips r'' and b'', which are other literals, and three quotes, which begin a multi-line
        // string.
        if (isAfterWord || end < 0 || text.startsWith("" + c, end + 1)) {
          return null;
        }
        String value = text.substring(at + 1, end);
        if (!isPlain(value)) {
          return null;
        }
        literals.add(new Literal(at, CelConstant.ofValue(value)));
        shape.append(TEXT);
        at = end + 1;
      } else if (c >= '0' && c <= '9' && !isAfterWord) {
        int end = at;
        while (end < text.length() && isWord(text.charAt(end))) {
          end++;
        }
        literal(text, at, end, literals, shape);
        at = end;
      } else {
        shape.append(c);
        at++;
      }
    }
    return new ConditionLiterals(shape.toString(), List.copyOf(literals));
  }

  /** Reads a number. Text that only begins like a number stays part of the shape. */
  private static void literal(
      String text, int start, int end, List<Literal> literals, StringBuilder shape) {
    String digits = text.substring(start, end);
    String before = text.substring(0, start).stripTrailing();
    boolean isWhole = digits.length() <= MAX_DIGITS
        && digits.chars().allMatch(c -> c >= '0' && c <= '9')
        && !text.startsWith(".", end)
        && !before.endsWith("-")
        && !before.endsWith(".");
    if (isWhole) {
      literals.add(new Literal(start, CelConstant.ofValue(Long.parseLong(digits))));
      shape.append(NUMBER);
    } else {
      shape.append(digits);
    }
  }

  private static boolean isPlain(String value) {
    return value.chars().allMatch(c -> c >= ' ' && c <= '~' && c != '\\');
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
}
