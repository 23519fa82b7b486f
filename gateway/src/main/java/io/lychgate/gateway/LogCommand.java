package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.observe.LogConfig;
import io.lychgate.gateway.config.observe.LogTarget;
import io.lychgate.gateway.observe.log.LogSearch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate log}: questions to the access logs. */
@Command(
    name = "log",
    mixinStandardHelpOptions = true,
    description = "Searches the access logs.",
    subcommands = LogCommand.FindCommand.class)
final class LogCommand extends CommandGroup {
  /** {@code lychgate log find}: the lines of one request. */
  @Command(
      name = "find",
      mixinStandardHelpOptions = true,
      description = {
        "Prints the lines of one request from the log files of a configuration, and from their old files, also compressed ones.",
        "The exit code is 1 if there is none."
      })
  static final class FindCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConfigFileOption config = new ConfigFileOption();

    @Parameters(
        paramLabel = "ID",
        description =
            "The id of the request from its response (policy requestId), or the id of its trace.")
    private String id = "";

    @Option(names = "--raw", description = "The lines as they are in the files.")
    private boolean raw;

    @Override
    public Integer call() {
      PrintWriter err = spec.commandLine().getErr();
      Checked<GatewayConfig> read = ConfigReader.ofProcessWithoutSecrets().read(config.file);
      if (!read.isValid()) {
        ConfigFileOption.print(read.problems(), err);
        return ExitCode.SOFTWARE;
      }
      Set<Path> logs = logsOf(read.value());
      if (logs.isEmpty()) {
        err.println("accessLog: no file (expected: a log with to: { file: PATH })");
        err.flush();
        return ExitCode.SOFTWARE;
      }
      int found = 0;
      for (Path log : logs) {
        found += search(log);
      }
      spec.commandLine().getOut().flush();
      if (found == 0) {
        err.println(
            id + ": no line in " + logs
                + " (expected: a log with request_id or trace_id, and the policy requestId or tracing)");
      }
      err.flush();
      return found == 0 ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private static Set<Path> logsOf(GatewayConfig config) {
      Set<Path> logs = new LinkedHashSet<>();
      for (LogConfig log : config.accessLog().logs()) {
        if (log.to() instanceof LogTarget.ToFile file) {
          logs.add(file.path());
        }
      }
      return logs;
    }

    private int search(Path log) {
      int[] found = {0};
      try {
        var unused = new LogSearch(id)
            .in(
                log,
                (file, line) -> {
                  found[0]++;
                  print(file, line);
                },
                (file, problem) -> spec.commandLine()
                    .getErr()
                    .println(file + ": cannot be read (" + problem.getMessage() + ")"));
      } catch (IOException e) {
        spec.commandLine().getErr().println(log + ": cannot be searched (" + e.getMessage() + ")");
      }
      return found[0];
    }

    private void print(Path file, String line) {
      PrintWriter out = spec.commandLine().getOut();
      if (raw) {
        out.println(line);
        return;
      }
      out.println(file);
      LogSearch.values(line)
          .forEach((name, value) -> out.printf(Locale.ROOT, "  %-22s %s%n", name, value));
      out.println();
    }
  }
}
