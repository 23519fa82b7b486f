package io.lychgate.gateway;

import io.lychgate.gateway.command.NewFile;
import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.store.StoreBackup;
import io.lychgate.gateway.store.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate backup}: copies all data of a store into a file. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description = {
      "Writes all data of a store into one file, as of one moment. The gateway may run meanwhile.",
      "`lychgate restore` reads it into SQLite or PostgreSQL. Only the owner of the file can read it: it has the secrets of the store."
    })
final class BackupCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Mixin
  private StoreOption store = new StoreOption();

  @Parameters(paramLabel = "FILE", description = "The file, such as lychgate.backup.zip.")
  private Path file = Path.of("");

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean replaces;

  @Override
  public Integer call() {
    NewFile target = new NewFile(file, replaces);
    String refusal =
        target.isStream() ? file + ": a device or a pipe (expected: a file)" : target.refusal();
    if (refusal != null) {
      return StoreAccess.refuse(spec, refusal);
    }
    PrintWriter err = spec.commandLine().getErr();
    StoreConfig config = store.config(err);
    if (config == null) {
      return ExitCode.SOFTWARE;
    }
    try {
      StoreBackup.Contents contents = StoreBackup.write(
          StoreOption.url(config), file, RunningState.ownVersion(), Instant.now());
      PrintWriter out = spec.commandLine().getOut();
      out.println(file + ": " + contents.rows() + " rows of "
          + contents.tables().size() + " tables, audit head " + contents.auditHead());
      out.flush();
      return ExitCode.OK;
    } catch (IOException | StoreException e) {
      return StoreAccess.refuse(spec, file + ": not written (" + e.getMessage() + ")");
    }
  }
}
