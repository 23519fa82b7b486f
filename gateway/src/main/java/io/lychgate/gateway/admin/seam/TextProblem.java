package io.lychgate.gateway.admin.seam;

/**
 * An error or a warning at a place of a text.
 *
 * @param line from 1; 0 for the text as a whole
 * @param column from 1; 0 for the text as a whole
 */
public record TextProblem(int line, int column, Severity severity, String message) {

  /** The severity: a manifest with an error cannot be published. */
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
