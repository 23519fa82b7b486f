package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.file.StoredDocuments;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ConfigurationStore;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoredConfiguration;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate config}: the configuration of a store, on the machine of a node. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Commands on the configuration that a store has.",
    subcommands = {ConfigCommand.Export.class, ConfigCommand.Import.class})
final class ConfigCommand implements Callable<Integer> {
  private static final Actor ACTOR = new Actor("config import", null);

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }

  /** Reads the file of a node; returns null after the problems were printed. */
  private static @Nullable GatewayConfig read(ConfigFileOption option, PrintWriter err) {
    Checked<GatewayConfig> read = ConfigReader.ofProcess().read(option.file);
    if (!read.isValid()) {
      ConfigFileOption.print(read.problems(), err);
      return null;
    }
    return read.value();
  }

  private static int refuse(PrintWriter err, String why) {
    err.println("lychgate: " + why);
    err.flush();
    return ExitCode.SOFTWARE;
  }

  /** {@code lychgate config export}. */
  @Command(
      name = "export",
      mixinStandardHelpOptions = true,
      description =
          "Prints the configuration in force in the store, as it was written. The gateway may run meanwhile.")
  static final class Export implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConfigFileOption config = new ConfigFileOption();

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        description = "Write it to a new file instead.")
    private @Nullable Path output;

    @Override
    public Integer call() throws IOException {
      PrintWriter err = spec.commandLine().getErr();
      GatewayConfig file = read(config, err);
      if (file == null) {
        return ExitCode.SOFTWARE;
      }
      try (Store store = StoreOption.open(file.store())) {
        StoredConfiguration stored = store.configuration().find().orElse(null);
        if (stored == null) {
          return refuse(
              err,
              store.url().place() + ": has no configuration (expected: `lychgate config import`)");
        }
        Path to = output;
        if (to == null) {
          spec.commandLine().getOut().print(stored.published().text());
          spec.commandLine().getOut().flush();
        } else if (Files.exists(to)) {
          return refuse(err, to + ": exists already (expected: a new file)");
        } else {
          Files.writeString(to, stored.published().text());
        }
        return ExitCode.OK;
      } catch (StoreException e) {
        return refuse(err, String.valueOf(e.getMessage()));
      }
    }
  }

  /** {@code lychgate config import}. */
  @Command(
      name = "import",
      mixinStandardHelpOptions = true,
      description = {
        "Puts a configuration in force in the store. Running gateways follow within two seconds; one that cannot apply it keeps the earlier one.",
        "The sections config, store, admin and upgrade stay in the file of each node, so the document must not have them. Exit code 1 if it has an error."
      })
  static final class Import implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConfigFileOption config = new ConfigFileOption();

    @Parameters(paramLabel = "DOCUMENT", description = "The configuration, YAML.")
    private Path document = Path.of("");

    @Option(names = "--draft", description = "Only save it as the draft.")
    private boolean isDraft;

    @Option(names = "--comment", paramLabel = "TEXT", description = "Reason, for the history.")
    private String comment = "";

    @Override
    public Integer call() {
      PrintWriter err = spec.commandLine().getErr();
      GatewayConfig file = read(config, err);
      if (file == null) {
        return ExitCode.SOFTWARE;
      }
      Checked<String> text = DocumentFile.read(document);
      List<ConfigProblem> problems = text.isValid()
          ? new StoredDocuments(ConfigReader.ofProcess(), config.file, file)
              .examine(text.value())
              .config()
              .problems()
          : text.problems();
      if (!problems.isEmpty()) {
        problems.forEach(each -> err.println(new ConfigProblem(
            document.toString(), each.line(), each.column(), each.path(), each.message())));
        err.flush();
        return ExitCode.SOFTWARE;
      }
      try (Store store = StoreOption.open(file.store())) {
        store.configuration().requireApproval(file.origin().needsApproval());
        return stored(store, text.value(), err);
      } catch (StoreException e) {
        return refuse(err, String.valueOf(e.getMessage()));
      }
    }

    private int stored(Store store, String text, PrintWriter err) {
      ConfigurationStore configurations = store.configuration();
      PrintWriter out = spec.commandLine().getOut();
      if (configurations.seed(text, comment, ACTOR)) {
        out.println("lychgate: " + document + " is the first configuration of "
            + store.url().place());
        out.flush();
        return ExitCode.OK;
      }
      StoredConfiguration current = configurations.find().orElseThrow();
      Outcome<StoredConfiguration> outcome =
          configurations.saveDraft(current.version(), text, ACTOR);
      if (outcome instanceof Outcome.Done<StoredConfiguration> saved && !isDraft) {
        outcome = configurations.publish(saved.value().version(), comment, ACTOR);
      }
      if (outcome instanceof Outcome.Done<StoredConfiguration> done) {
        out.println(
            isDraft
                ? "lychgate: " + document + " is the draft"
                : "lychgate: " + document + " is revision "
                    + done.value().published().number());
        out.flush();
        return ExitCode.OK;
      }
      return refuse(
          err,
          outcome instanceof Outcome.Conflict<StoredConfiguration> conflict
              ? conflict.sentence()
              : "configuration: changed meanwhile by another person (expected: no other change; try again)");
    }
  }
}
