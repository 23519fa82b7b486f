package io.lychgate.gateway.doctor;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lychgate doctor}: checks this machine. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Checks what the gateway needs from this machine: Java, native libraries, limits and settings of the kernel, with the cost of each.",
      "With -c also a configuration: its certificates, its store, the names of its servers. The costs are then those at the round-trip times that its running gateway has measured.",
      "One line a step: ok, warn, fail or skip, and what to do. Exit code 1 if a step fails."
    })
public final class DoctorCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "A configuration, gateway.yaml.")
  private @Nullable Path config;

  @Option(names = "--json", description = "The findings as JSON.")
  private boolean json;

  /** Returns the command with its topics. */
  public static CommandLine commandLine() {
    return new CommandLine(new DoctorCommand())
        .addSubcommand(new Http3Command())
        .addSubcommand(new PoolingCommand());
  }

  @Override
  public Integer call() throws GeneralSecurityException, InterruptedException {
    Path file = config;
    if (file == null) {
      return new FindingsOutput(spec, json)
          .print(null, LocalChecks.ofThisMachine(RoundTrips.typical()).run());
    }
    ConfigurationChecks configuration = new ConfigurationChecks(file);
    List<Finding> findings =
        new ArrayList<>(LocalChecks.ofThisMachine(configuration.roundTrips()).run());
    findings.addAll(configuration.run());
    return new FindingsOutput(spec, json).print(null, findings);
  }
}
