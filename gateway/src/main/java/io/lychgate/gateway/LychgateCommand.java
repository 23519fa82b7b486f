package io.lychgate.gateway;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lychgate} without a command: prints the list of commands. */
@Command(
    name = "lychgate",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Gateway for HTTP/1.1, HTTP/2 and HTTP/3 that knows what its visitors already have.")
final class LychgateCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }
}
