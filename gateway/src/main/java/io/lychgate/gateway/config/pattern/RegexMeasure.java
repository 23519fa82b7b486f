package io.lychgate.gateway.config.pattern;

import io.lychgate.gateway.config.check.Limits;

/**
 * Measures a regular expression before it is compiled: nesting, instructions, characters. Parses RE2's syntax loosely and leaves
 * syntax errors to the compiler.
 */
final class RegexMeasure {
  /** More than any accepted program, and small enough that products do not overflow. */
  private static final int HUGE = 1 << 20;

  /** The estimate exceeds the program where the compiler factors out common beginnings. */
  private static final int MAX_ESTIMATE = 4 * Limits.MAX_REGEX_PROGRAM;

  private final String text;
  private int at;
  private String problem = "";

  private RegexMeasure(String text) {
    this.text = text;
  }

  /** Returns the rule that the expression breaks; empty if it may be compiled. */
  static String problemOf(String text) {
    RegexMeasure measure = new RegexMeasure(text);
    int size = measure.alternatives(0);
    if (measure.problem.isEmpty() && size > MAX_ESTIMATE) {
      return "a program of at most " + Limits.MAX_REGEX_PROGRAM
          + " instructions: fewer or smaller repetitions";
    }
    return measure.problem;
  }

  /** Returns the number of instructions of the program, at most. */
  static int sizeOf(String text) {
    return new RegexMeasure(text).alternatives(0);
  }

  /** Returns the number of instructions up to the end of this group. Stops after its parenthesis. */
  private int alternatives(int depth) {
    if (depth > Limits.MAX_REGEX_DEPTH) {
      refuse("groups nested at most " + Limits.MAX_REGEX_DEPTH + " levels deep");
    }
    // An empty branch is an instruction, too.
    int size = 1;
    int last = 0;
    while (at < text.length() && problem.isEmpty()) {
      char c = text.charAt(at++);
      switch (c) {
        case ')' -> {
          if (depth > 0) {
            return cap(size + last);
          }
        }
        case '|' -> {
          size = cap(size + last + 2);
          last = 0;
        }
        case '(' -> {
          size = cap(size + last);
          groupFlags();
          // Two instructions capture what the group matched.
          last = cap(alternatives(depth + 1) + 2);
        }
        case '*', '+', '?' -> last = cap(last + 1);
        case '{' -> {
          int times = repetition();
          if (times > 0) {
            last = cap((long) Math.max(1, last) * times);
          } else {
            size = cap(size + last);
            last = 1;
          }
        }
        case '[' -> {
          size = cap(size + last);
          characterClass();
          last = 1;
        }
        case '\\' -> {
          size = cap(size + last);
          last = escape();
        }
        default -> {
          if (c > 0x7f) {
            refuse("ASCII; in paths other characters are percent-encoded");
          }
          size = cap(size + last);
          last = 1;
        }
      }
    }
    return cap(size + last);
  }

  private static int cap(long size) {
    return (int) Math.min(size, HUGE);
  }

  private void refuse(String expected) {
    if (problem.isEmpty()) {
      problem = expected;
    }
  }

  /** Skips {@code ?:}, {@code ?i:} and {@code ?P<name>}. The caller parses the rest as ordinary text. */
  private void groupFlags() {
    if (!text.startsWith("?", at)) {
      return;
    }
    at++;
    while (at < text.length() && ":)>".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at < text.length() && text.charAt(at) != ')') {
      at++;
    }
  }

  /** Returns the number of copies of the last item, after an opening brace; 0 if the brace is a literal. */
  private int repetition() {
    int from = at;
    int min = number();
    int max = min;
    boolean isOpen = false;
    if (min >= 0 && text.startsWith(",", at)) {
      at++;
      isOpen = text.startsWith("}", at);
      max = isOpen ? min : number();
    }
    if (min < 0 || max < 0 || !text.startsWith("}", at)) {
      at = from;
      return 0;
    }
    at++;
    // x{2,} is xx+, and each optional copy of x{2,5} has a branch of its own.
    return cap(Math.max(1, max) + (isOpen ? 1L : 0) + (max > min ? 2L * (max - min) : 0));
  }

  /** Returns the number at this place; -1 if there are no digits. */
  private int number() {
    int from = at;
    long value = 0;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      value = cap(value * 10 + (text.charAt(at++) - '0'));
    }
    return at == from ? -1 : (int) value;
  }

  /** Skips a character class, from after its opening bracket to after its closing one. */
  private void characterClass() {
    if (text.startsWith("^", at)) {
      at++;
    }
    boolean isFirst = true;
    while (at < text.length() && problem.isEmpty()) {
      char c = text.charAt(at++);
      if (c == ']' && !isFirst) {
        return;
      }
      isFirst = false;
      int nameEnd = c == '[' && text.startsWith(":", at) ? text.indexOf(":]", at + 1) : -1;
      if (nameEnd >= 0) {
        at = nameEnd + 2;
      } else if (c == '\\') {
        escape();
      } else if (c > 0x7f) {
        refuse("ASCII; in paths other characters are percent-encoded");
      }
    }
  }

  /** Skips the escaped item after a backslash, and returns its number of instructions. */
  private int escape() {
    if (at == text.length()) {
      return 1;
    }
    char c = text.charAt(at++);
    if (c == 'Q') {
      return quoted();
    }
    if (c == 'p' || c == 'P') {
      refuse("ASCII, without classes of Unicode (\\p)");
    } else if (c == 'x') {
      hexadecimal();
    } else if (c >= '0' && c <= '7') {
      at--;
      octal();
    } else if (c > 0x7f) {
      refuse("ASCII; in paths other characters are percent-encoded");
    }
    return 1;
  }

  /** Skips the literals of {@code \Q...\E}, and returns their number. */
  private int quoted() {
    int end = text.indexOf("\\E", at);
    int stop = end < 0 ? text.length() : end;
    int size = Math.max(1, stop - at);
    for (; at < stop; at++) {
      if (text.charAt(at) > 0x7f) {
        refuse("ASCII; in paths other characters are percent-encoded");
      }
    }
    at = end < 0 ? stop : end + 2;
    return size;
  }

  private void hexadecimal() {
    int end = at + 2;
    int from = at;
    if (text.startsWith("{", at)) {
      from = at + 1;
      end = text.indexOf('}', from);
    }
    if (end < 0 || end > text.length()) {
      return;
    }
    int value = 0;
    for (int i = from; i < end; i++) {
      value = cap((long) value * 16 + Math.max(0, Character.digit(text.charAt(i), 16)));
    }
    checkCharacter(value);
  }

  private void octal() {
    int value = 0;
    for (int i = 0; i < 3 && at < text.length(); i++) {
      char c = text.charAt(at);
      if (c < '0' || c > '7') {
        break;
      }
      value = value * 8 + (c - '0');
      at++;
    }
    checkCharacter(value);
  }

  private void checkCharacter(int value) {
    if (value > 0x7f) {
      refuse("ASCII; in paths other characters are percent-encoded");
    }
  }
}
