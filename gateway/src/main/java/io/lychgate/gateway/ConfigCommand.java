package io.lychgate.gateway;

import io.lychgate.gateway.command.OutputOption;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.file.StoredDocuments;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.push.lint.Finding;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ConfigurationStore;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.StoredConfiguration;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
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
final class ConfigCommand extends CommandGroup {
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
    private StoreOption store = new StoreOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Override
    public Integer call() {
      return StoreAccess.run(
          spec,
          store,
          (open, config) -> open.configuration()
              .find()
              .map(stored -> export(stored.published().text()))
              .orElseGet(() -> StoreAccess.refuse(
                  spec,
                  open.url().place()
                      + ": has no configuration (expected: `lychgate config import`)")));
    }

    private int export(String text) {
      String refusal = output.write(text, spec.commandLine().getOut());
      return refusal == null ? ExitCode.OK : StoreAccess.refuse(spec, refusal);
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
    private StoreOption store = new StoreOption();

    @Parameters(paramLabel = "DOCUMENT", description = "The configuration, YAML.")
    private Path document = Path.of("");

    @Option(names = "--draft", description = "Only save it as the draft.")
    private boolean isDraft;

    @Option(names = "--comment", paramLabel = "TEXT", description = "Reason, for the history.")
    private String comment = "";

    @Override
    public Integer call() {
      PrintWriter err = spec.commandLine().getErr();
      GatewayConfig file = store.read(err);
      if (file == null) {
        return ExitCode.SOFTWARE;
      }
      Checked<String> text = DocumentFile.read(document);
      if (!text.isValid()) {
        ConfigFileOption.print(text.problems(), err);
        return ExitCode.SOFTWARE;
      }
      ConfigReader.Examined examined =
          new StoredDocuments(ConfigReader.ofProcess(), store.file, file).examine(text.value());
      if (!examined.config().isValid()) {
        ConfigFileOption.print(named(examined.config().problems()), err);
        return ExitCode.SOFTWARE;
      }
      named(examined.warnings()).forEach(warning -> {
        Finding finding = new Finding(Finding.Severity.WARNING, warning);
        err.println(examined.masked(finding.toString()));
      });
      err.flush();
      if (!file.origin().isStore()) {
        err.println(
            "lychgate: " + store.file
                + ": config.from: file (expected: store, before a gateway of this file uses the document)");
        err.flush();
      }
      return StoreAccess.run(spec, file.store(), open -> {
        open.configuration().requireApproval(file.origin().needsApproval());
        return put(open.configuration(), open.url(), text.value());
      });
    }

    /** Returns the problems, or the warnings, with the name of the document. */
    private List<ConfigProblem> named(List<ConfigProblem> found) {
      return found.stream()
          .map(each -> new ConfigProblem(
              document.toString(), each.line(), each.column(), each.path(), each.message()))
          .toList();
    }

    private int put(ConfigurationStore configurations, StoreUrl url, String text) {
      Actor by = StoreAccess.actor();
      if (configurations.seed(text, comment, by)) {
        return done("the first configuration of " + url.place());
      }
      StoredConfiguration current = configurations.find().orElseThrow();
      Outcome<StoredConfiguration> outcome = configurations.saveDraft(current.version(), text, by);
      if (outcome instanceof Outcome.Done<StoredConfiguration> saved && !isDraft) {
        outcome = configurations.publish(saved.value().version(), comment, by);
      }
      if (outcome instanceof Outcome.Done<StoredConfiguration> done) {
        return done(
            isDraft ? "the draft" : "revision " + done.value().published().number());
      }
      return StoreAccess.refuse(
          spec,
          outcome instanceof Outcome.Conflict<StoredConfiguration> conflict
              ? conflict.sentence()
              : "configuration: changed meanwhile by another person (expected: no other change; try again)");
    }

    private int done(String what) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("lychgate: " + document + " is " + what);
      out.flush();
      return ExitCode.OK;
    }
  }
}
