package io.lychgate.gateway;

import io.lychgate.gateway.doctor.DoctorCommand;
import io.lychgate.gateway.manifest.ManifestCommand;
import picocli.CommandLine;

/** The program {@code lychgate}, as the launcher starts it. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** Every command; exit codes are 0, 1 when the command's answer is no, 2 for wrong use. */
  static CommandLine commandLine() {
    return new CommandLine(new LychgateCommand())
        .addSubcommand(new RunCommand())
        .addSubcommand(new CheckCommand())
        .addSubcommand(ManifestCommand.commandLine())
        .addSubcommand(DoctorCommand.commandLine())
        .addSubcommand(new SchemaCommand())
        .addSubcommand(new VersionCommand())
        .setCaseInsensitiveEnumValuesAllowed(true);
  }
}
