package io.lychgate.gateway.config.check;

import java.util.Comparator;

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

  /** Returns a problem of the whole file. */
  public static ConfigProblem ofFile(String file, String message) {
    return new ConfigProblem(file, 0, 0, "", message);
  }

  @Override
  public int compareTo(ConfigProblem other) {
    return ORDER.compare(this, other);
  }

  /** Returns {@code file:line:column: message}, which editors and CI make clickable. */
  @Override
  public String toString() {
    return line == 0 ? file + ": " + message : file + ":" + line + ":" + column + ": " + message;
  }
}
