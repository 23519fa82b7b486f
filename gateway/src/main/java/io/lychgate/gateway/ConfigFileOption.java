package io.lychgate.gateway;

import io.lychgate.gateway.config.check.ConfigProblem;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The option {@code -c FILE} that several commands share. */
final class ConfigFileOption {
  @Option(
      names = {"-c", "--config"},
      required = true,
      paramLabel = "FILE",
      description = "The configuration, gateway.yaml.")
  Path file = Path.of("gateway.yaml");

  /** Prints one problem a line, so that editors and CI can parse them. */
  static void print(List<ConfigProblem> problems, PrintWriter err) {
    problems.forEach(err::println);
    err.flush();
  }
}
