package io.lychgate.gateway.doctor;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints findings to standard output, one line each or as JSON. */
final class FindingsOutput {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final PrintWriter out;
  private final boolean json;

  FindingsOutput(CommandSpec spec, boolean json) {
    this.out = spec.commandLine().getOut();
    this.json = json;
  }

  /**
   * Prints the findings.
   *
   * @param subject the URL that they are about; null for this machine
   * @return the exit code
   */
  int print(@Nullable String subject, List<Finding> findings) {
    boolean isHealthy = findings.stream().noneMatch(Finding::isFailure);
    if (json) {
      List<Line> lines = findings.stream().map(Line::of).toList();
      out.println(JSON.writeValueAsString(new Document(subject, isHealthy, lines)));
    } else {
      findings.forEach(out::println);
    }
    out.flush();
    return isHealthy ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** The JSON document. */
  record Document(@Nullable String subject, boolean ok, List<Line> steps) {}

  /** One step in the JSON document. */
  record Line(String step, String status, String found, String advice) {
    static Line of(Finding finding) {
      return new Line(finding.step(), finding.status().word(), finding.found(), finding.advice());
    }
  }
}
