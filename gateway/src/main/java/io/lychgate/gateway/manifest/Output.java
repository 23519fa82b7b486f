package io.lychgate.gateway.manifest;

import io.lychgate.gateway.command.OutputOption;
import io.lychgate.gateway.config.check.ConfigProblem;
import java.io.PrintWriter;
import java.util.Collection;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Output of a command: its result goes to standard output or a file, messages go to standard error. */
final class Output {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final PrintWriter out;
  private final PrintWriter err;

  Output(CommandSpec spec) {
    out = spec.commandLine().getOut();
    err = spec.commandLine().getErr();
  }

  void line(Object text) {
    out.println(text);
    out.flush();
  }

  void json(Object value) {
    line(JSON.writeValueAsString(value));
  }

  void note(Object text) {
    err.println(text);
    err.flush();
  }

  void warnings(Collection<ConfigProblem> warnings) {
    warnings.forEach(warning -> note(marked(warning)));
  }

  private static String marked(ConfigProblem warning) {
    String place = warning.line() == 0
        ? warning.file()
        : warning.file() + ":" + warning.line() + ":" + warning.column();
    return place + ": warning: " + warning.message();
  }

  /** Prints the problems, one per line, and returns the exit code of a failure. */
  int refuse(Collection<ConfigProblem> problems) {
    problems.forEach(this::note);
    return ExitCode.SOFTWARE;
  }

  /** Writes the text to the place that the user has chosen, and returns the exit code. */
  int write(String text, OutputOption place) {
    String refusal = place.write(text, out);
    if (refusal == null) {
      return ExitCode.OK;
    }
    note(refusal);
    return ExitCode.SOFTWARE;
  }
}
