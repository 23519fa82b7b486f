package io.lychgate.gateway.push.lint;

import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.yaml.Position;

/** One finding of a lint. */
public record Finding(Severity severity, ConfigProblem problem) implements Comparable<Finding> {

  /** The severity of a finding. */
  public enum Severity {
    /** A resource sent early would be fetched again, rejected, or does not exist. */
    ERROR,
    /** The manifest works but could work better, or a part of it has no effect. */
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

  /** Returns the finding in the format of compilers: {@code file:line:column: error: message}. */
  @Override
  public String toString() {
    String place = problem.line() == 0
        ? problem.file()
        : problem.file() + ":" + problem.line() + ":" + problem.column();
    return place + ": " + (isError() ? "error" : "warning") + ": " + problem.message();
  }
}
