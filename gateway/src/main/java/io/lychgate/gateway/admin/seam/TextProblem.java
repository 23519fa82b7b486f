package io.lychgate.gateway.admin.seam;

/**
 * Something wrong or doubtful at a place of a text.
 *
 * @param line from 1; 0 when the text as a whole is meant
 * @param column from 1; 0 when the text as a whole is meant
 */
public record TextProblem(int line, int column, Severity severity, String message) {

  /** Whether it keeps a manifest from being published. */
  public enum Severity {
    ERROR,
    WARNING
  }

  public static TextProblem error(int line, int column, String message) {
    return new TextProblem(line, column, Severity.ERROR, message);
  }

  public static TextProblem warning(int line, int column, String message) {
    return new TextProblem(line, column, Severity.WARNING, message);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }
}
