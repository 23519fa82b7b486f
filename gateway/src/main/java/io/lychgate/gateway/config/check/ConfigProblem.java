package io.lychgate.gateway.config.check;

import java.util.Comparator;
import java.util.Locale;

/**
 * One error in a file that a person wrote.
 *
 * @param file name as the person gave it
 * @param line from 1; 0 for the whole file (it cannot be read)
 * @param column from 1; 0 with line 0
 * @param path place in the document, as {@code listeners[0].address}; empty for the document itself
 * @param message reads {@code name: got (expected: ...)}
 */
public record ConfigProblem(String file, int line, int column, String path, String message)
    implements Comparable<ConfigProblem> {

  private static final Comparator<ConfigProblem> ORDER = Comparator.comparing(ConfigProblem::file)
      .thenComparingInt(ConfigProblem::line)
      .thenComparingInt(ConfigProblem::column)
      .thenComparing(ConfigProblem::message)
      .thenComparing(ConfigProblem::path);

  public ConfigProblem {
    message = onOneLine(message);
  }

  /** Returns a problem of the whole file. */
  public static ConfigProblem ofFile(String file, String message) {
    return new ConfigProblem(file, 0, 0, "", message);
  }

  /** Returns the text with control characters as escapes, because it may quote a value and is printed on one line of a terminal. */
  private static String onOneLine(String text) {
    if (text.chars().noneMatch(ConfigProblem::isControl)) {
      return text;
    }
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      switch (each) {
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\t' -> line.append("\\t");
        default -> {
          if (isControl(each)) {
            line.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
          } else {
            line.append(each);
          }
        }
      }
    }
    return line.toString();
  }

  /** Returns true for control characters, and for the line and paragraph separators of Unicode. */
  private static boolean isControl(int character) {
    return Character.isISOControl(character) || character == 0x2028 || character == 0x2029;
  }

  @Override
  public int compareTo(ConfigProblem other) {
    return ORDER.compare(this, other);
  }

  public boolean isAtPlaceOf(ConfigProblem other) {
    return line == other.line && column == other.column && file.equals(other.file);
  }

  /** Returns {@code file:line:column: message}, which editors and CI make clickable. */
  @Override
  public String toString() {
    return line == 0 ? file + ": " + message : file + ":" + line + ":" + column + ": " + message;
  }
}
