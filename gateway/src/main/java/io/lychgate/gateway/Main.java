package io.lychgate.gateway;

import io.lychgate.gateway.doctor.DoctorCommand;
import io.lychgate.gateway.manifest.ManifestCommand;
import io.lychgate.gateway.migration.ImportCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The program {@code lychgate}, as the launcher starts it. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(commandLine(arguments).execute(arguments));
  }

  /**
   * Returns the command line for these arguments. Exit codes: 0 for success, 1 for a negative result, 2 for wrong use.
   *
   * <p>It has the command that the first argument names; or every command, for help and for suggestions. Picocli reads the annotations
   * of each command that it has, and ten of them take a start a tenth of a second of processor time.
   */
  public static CommandLine commandLine(String... arguments) {
    Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
    commands.put("init", () -> new CommandLine(new InitCommand()));
    commands.put("run", () -> new CommandLine(new RunCommand()));
    commands.put("upgrade", () -> new CommandLine(new UpgradeCommand()));
    commands.put("check", () -> new CommandLine(new CheckCommand()));
    commands.put("explain", () -> new CommandLine(new ExplainCommand()));
    commands.put("import", ImportCommand::commandLine);
    commands.put("manifest", ManifestCommand::commandLine);
    commands.put("doctor", DoctorCommand::commandLine);
    commands.put("store", () -> new CommandLine(new StoreCommand()));
    commands.put("user", UserCommand::commandLine);
    commands.put("log", () -> new CommandLine(new LogCommand()));
    commands.put("schema", () -> new CommandLine(new SchemaCommand()));
    commands.put("version", () -> new CommandLine(new VersionCommand()));
    commands.put("training-run", () -> new CommandLine(new TrainingRunCommand()));
    boolean isNamed = arguments.length > 0 && commands.containsKey(arguments[0]);
    CommandLine line = new CommandLine(new LychgateCommand());
    commands.forEach((name, command) -> {
      if (!isNamed || name.equals(arguments[0])) {
        line.addSubcommand(name, command.get());
      }
    });
    return line.setCaseInsensitiveEnumValuesAllowed(true);
  }
}
