package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.yaml.Position;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The problems found in one configuration so far: first those of the document, then those of its readers. */
final class Problems {
  private final String sourceName;
  private final List<ConfigProblem> ofDocument;
  private final List<ConfigProblem> problems;
  private final List<ConfigProblem> warnings = new ArrayList<>();
  private final Set<String> inherited = new HashSet<>();

  Problems(String sourceName, List<ConfigProblem> ofDocument) {
    this.sourceName = sourceName;
    this.ofDocument = List.copyOf(ofDocument);
    this.problems = new ArrayList<>(ofDocument);
  }

  /**
   * Adds a problem of a reader, unless it follows from one of the document. The message follows the path: {@code got (expected:
   * ...)}.
   *
   * @param isInherited true for a value that another section states; its problem is added once
   */
  void add(Position at, String path, String message, boolean isInherited) {
    ConfigProblem problem = new ConfigProblem(
        at.fileOr(sourceName), at.line(), at.column(), path, path + ": " + message);
    if (isInherited && !inherited.add(at + " " + message)) {
      return;
    }
    if (ofDocument.stream().noneMatch(cause -> isAbout(cause, problem))) {
      problems.add(problem);
    }
  }

  /** Adds a warning once, also if several sections inherit its value. */
  void warn(Position at, String path, String message) {
    if (inherited.add(at + " " + message)) {
      warnings.add(new ConfigProblem(
          at.fileOr(sourceName), at.line(), at.column(), path, path + ": " + message));
    }
  }

  List<ConfigProblem> warnings() {
    return warnings;
  }

  /** Returns true if the document has a problem at this path, or below it. */
  boolean isWithin(String path) {
    return ofDocument.stream()
        .anyMatch(cause -> !cause.path().isEmpty() && isWithin(cause.path(), path));
  }

  /** Returns true if both are about one value, or one is about a part of the other's. A placeholder's problem has no path. */
  private static boolean isAbout(ConfigProblem cause, ConfigProblem problem) {
    return cause.path().isEmpty()
        ? cause.isAtPlaceOf(problem)
        : isWithin(cause.path(), problem.path()) || isWithin(problem.path(), cause.path());
  }

  private static boolean isWithin(String part, String whole) {
    return whole.isEmpty()
        || (part.startsWith(whole)
            && (part.length() == whole.length() || ".[".indexOf(part.charAt(whole.length())) >= 0));
  }

  List<ConfigProblem> list() {
    return problems;
  }
}
