package io.lychgate.gateway.push.lint;

import io.lychgate.gateway.config.ConfigProblem;
import io.lychgate.gateway.config.yaml.Position;

/** One thing that a lint has to say. */
public record Finding(Severity severity, ConfigProblem problem) implements Comparable<Finding> {

  /** How bad it is. */
  public enum Severity {
    /** What is sent early would be fetched again, refused, or is not there. */
    ERROR,
    /** It works, and could work better, or says nothing. */
    WARNING
  }

  static Finding error(String file, Position at, String path, String message) {
    return new Finding(Severity.ERROR, problem(file, at, path, message));
  }

  static Finding warning(String file, Position at, String path, String message) {
    return new Finding(Severity.WARNING, problem(file, at, path, message));
  }

  private static ConfigProblem problem(String file, Position at, String path, String message) {
    return new ConfigProblem(file, at.line(), at.column(), path, path + ": " + message);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  @Override
  public int compareTo(Finding other) {
    return problem.compareTo(other.problem);
  }

  /** As compilers write it: {@code file:line:column: error: message}. */
  @Override
  public String toString() {
    String place = problem.line() == 0
        ? problem.file()
        : problem.file() + ":" + problem.line() + ":" + problem.column();
    return place + ": " + (isError() ? "error" : "warning") + ": " + problem.message();
  }
}
