package io.lychgate.gateway.push.condition;

import dev.cel.common.ast.CelConstant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The texts and whole numbers in an expression, and the expression without them.
 *
 * @param shape the expression with a mark for each literal: equal for expressions that differ in these only
 */
record ConditionLiterals(String shape, List<Literal> literals) {
  /** Characters that never occur in an expression, because it is ASCII without controls here. */
  private static final char TEXT = '\u0001';

  private static final char NUMBER = '\u0002';

  /** Digits of a number that fits 64 bits for certain. */
  private static final int MAX_DIGITS = 18;

  /**
   * One literal.
   *
   * @param offset in the expression
   */
  record Literal(int offset, CelConstant constant) {}

  /** The literals; null for an expression with escapes, comments, prefixes or anything else that takes a parser to read. */
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
        // r'' and b'' are other literals, and three quotes begin a long one.
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

  /** Reads a number. A text that only begins like one stays part of the shape. */
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
