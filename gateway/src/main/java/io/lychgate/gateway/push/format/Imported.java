package io.lychgate.gateway.push.format;

import io.lychgate.gateway.config.check.ConfigProblem;
import java.util.List;

/**
 * The result of an import.
 *
 * @param format id of the format on the command line, empty if none was found
 * @param yaml the Lychgate manifest; empty if the import failed
 * @param problems reasons of a failure; empty on success
 * @param warnings omissions and guesses
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
