package io.lychgate.gateway.manifest;

import io.lychgate.gateway.config.check.ConfigProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
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

  /** Writes the text to the file, or to standard output if it is null. */
  int write(String text, @Nullable Path file) {
    if (file == null) {
      out.print(text);
      out.flush();
      return ExitCode.OK;
    }
    try {
      Files.writeString(file, text);
      return ExitCode.OK;
    } catch (IOException e) {
      note(file + ": cannot be written: " + e.getMessage());
      return ExitCode.SOFTWARE;
    }
  }
}
