package io.lychgate.gateway;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lychgate run}: the gateway in the foreground. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description =
        "Runs the gateway in the foreground. SIGHUP reloads the configuration, SIGUSR1 opens log files again, SIGTERM drains, SIGUSR2 upgrades.")
final class RunCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Mixin
  private ConfigFileOption config = new ConfigFileOption();

  @Option(
      names = "--admin-password-file",
      paramLabel = "FILE",
      description =
          "The first line is the password of the user admin. Without this option the first start creates one.")
  private @Nullable Path adminPasswordFile;

  @Override
  public Integer call() throws InterruptedException {
    CommandLine line = spec.commandLine();
    boolean ran =
        new ForegroundGateway(config.file, adminPasswordFile, line.getOut(), line.getErr()).run();
    return ran ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
