package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.yaml.Position;
import java.util.ArrayList;
import java.util.List;

/** The problems found in one file so far. */
final class Problems {
  private final String sourceName;
  private final List<ConfigProblem> problems = new ArrayList<>();

  Problems(String sourceName) {
    this.sourceName = sourceName;
  }

  /** Adds a problem. The message follows the path: {@code got (expected: ...)}. */
  void add(Position at, String path, String message) {
    problems.add(
        new ConfigProblem(sourceName, at.line(), at.column(), path, path + ": " + message));
  }

  List<ConfigProblem> list() {
    return problems;
  }
}
