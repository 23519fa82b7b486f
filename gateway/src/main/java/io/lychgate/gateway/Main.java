package io.lychgate.gateway;

import io.lychgate.gateway.doctor.DoctorCommand;
import io.lychgate.gateway.manifest.ManifestCommand;
import io.lychgate.gateway.migration.ImportCommand;
import io.lychgate.gateway.remote.ApplyCommand;
import io.lychgate.gateway.remote.ExportCommand;
import io.lychgate.gateway.remote.RemoteCommands;
import io.lychgate.gateway.simulate.SimulateCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The program {@code lychgate}, as the launcher starts it. */
public final class Main {
  /** The form of a command's name. */
  private static final String WORD = "[a-z][a-z-]*";

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(commandLine(arguments).execute(arguments));
  }

  /**
   * Returns the command line for these arguments. Exit codes: 0 for success, 1 for a negative result, 2 for wrong use.
   *
   * <p>It has the command that the first argument names; or every command, for help and for suggestions. Picocli reads the annotations
   * of each command that it has, and ten of them take a start a tenth of a second of processor time. The commands of the admin API are
   * made from the contract only if the arguments may name one.
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
    commands.put("config", () -> new CommandLine(new ConfigCommand()));
    commands.put("user", UserCommand::commandLine);
    commands.put("log", () -> new CommandLine(new LogCommand()));
    commands.put("audit", () -> new CommandLine(new AuditCommand()));
    commands.put("backup", () -> new CommandLine(new BackupCommand()));
    commands.put("restore", () -> new CommandLine(new RestoreCommand()));
    commands.put("export", () -> new CommandLine(new ExportCommand()));
    commands.put("apply", () -> new CommandLine(new ApplyCommand()));
    commands.put("api", () -> RemoteCommands.of(System.getenv()).all());
    commands.put("simulate", () -> new CommandLine(new SimulateCommand()));
    commands.put("completion", () -> new CommandLine(new CompletionCommand(Main::everyCommand)));
    commands.put("schema", () -> new CommandLine(new SchemaCommand()));
    commands.put("version", () -> new CommandLine(new VersionCommand()));
    commands.put("training-run", () -> new CommandLine(new TrainingRunCommand()));
    String first = arguments.length > 0 ? arguments[0] : "";
    boolean isNamed = commands.containsKey(first);
    CommandLine line = new CommandLine(new LychgateCommand());
    // A value that begins with @ is a value: the commands of the API read files by it.
    line.setExpandAtFiles(false);
    if (isNamed) {
      line.addSubcommand(first, withRemote(first, commands, arguments));
    } else if (first.matches(WORD) && remote().groups().contains(first)) {
      line.addSubcommand(first, remote().group(first));
    } else {
      commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
    }
    return line.setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new WrongUse(Main::everyCommand));
  }

  /** Returns a local command, with the commands of the admin API beside its own if the arguments may mean one of them. */
  private static CommandLine withRemote(
      String first, Map<String, Supplier<CommandLine>> commands, String... arguments) {
    CommandLine local =
        Objects.requireNonNull(commands.get(first), "not a command").get();
    String second = arguments.length > 1 ? arguments[1] : "";
    if (first.equals("backup") && second.matches(WORD) && remote().has(first, second)) {
      // Options that the local command requires would be required here, too.
      return remote().group(first);
    }
    boolean hasMore = !local.getSubcommands().isEmpty();
    boolean isAddressed = RemoteCommands.isAddressed(System.getenv(), arguments);
    boolean isLocal = local.getSubcommands().containsKey(second) && !isAddressed;
    if (hasMore && !first.equals("api") && !isLocal && second.matches(WORD + "|-h|--help")) {
      remote().addTo(local, first, isAddressed ? second : "");
    }
    return local;
  }

  private static RemoteCommands remote() {
    return RemoteCommands.of(System.getenv());
  }

  /** Returns all commands with all of their subcommands, for completion and for the reference. */
  static CommandLine everyCommand() {
    CommandLine line = commandLine();
    RemoteCommands remote = remote();
    for (String group : remote.groups()) {
      CommandLine local = line.getSubcommands().get(group);
      if (local == null) {
        line.addSubcommand(group, remote.group(group));
      } else if (!local.getSubcommands().isEmpty() || group.equals("backup")) {
        remote.addTo(local, group, "");
      }
    }
    return line;
  }
}
