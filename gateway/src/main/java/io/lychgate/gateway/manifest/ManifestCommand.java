package io.lychgate.gateway.manifest;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lychgate manifest} without a command: says which there are. */
@Command(
    name = "manifest",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Push manifests: from and to other tools, tried out, compared and checked.")
public final class ManifestCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  /** With its commands. */
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
