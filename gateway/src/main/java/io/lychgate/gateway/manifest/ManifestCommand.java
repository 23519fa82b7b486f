package io.lychgate.gateway.manifest;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lychgate manifest} without a command: lists the commands. */
@Command(
    name = "manifest",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Imports, exports, tries, compares and checks push manifests.")
public final class ManifestCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  /** Returns the command with its subcommands. */
  public static CommandLine commandLine() {
    return new CommandLine(new ManifestCommand())
        .addSubcommand(new ImportCommand())
        .addSubcommand(new ExportCommand())
        .addSubcommand(new PlanCommand())
        .addSubcommand(new DiffCommand())
        .addSubcommand(new LintCommand());
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }
}
