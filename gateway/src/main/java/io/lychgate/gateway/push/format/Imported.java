package io.lychgate.gateway.push.format;

import io.lychgate.gateway.config.ConfigProblem;
import java.util.List;

/**
 * What came of an import.
 *
 * @param format its word on the command line, empty if none was found
 * @param yaml our manifest; empty if the import failed
 * @param problems why it failed; empty if it did not
 * @param warnings what was left out or guessed
 */
public record Imported(
    String format, String yaml, List<ConfigProblem> problems, List<ConfigProblem> warnings) {
  public Imported {
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
  }

  static Imported failed(List<ConfigProblem> problems) {
    return new Imported("", "", problems, List.of());
  }

  public boolean isDone() {
    return problems.isEmpty();
  }
}
