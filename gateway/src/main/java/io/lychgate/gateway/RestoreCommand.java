package io.lychgate.gateway;

import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.config.UnreadableFile;
import io.lychgate.gateway.store.AuditReport;
import io.lychgate.gateway.store.NodeIdentity;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoreRestore;
import io.lychgate.gateway.store.StoreUrl;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate restore}: reads a backup into a store. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Reads a backup into the store of a configuration, SQLite or PostgreSQL: all of it, or nothing. Stop the gateways of the store first.",
      "All users sign in again afterwards. Exit code 1 if the file was changed, the store is not empty, or a newer version wrote the file."
    })
final class RestoreCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Mixin
  private StoreOption store = new StoreOption();

  @Parameters(paramLabel = "FILE", description = "The file of `lychgate backup`.")
  private Path file = Path.of("");

  @Option(names = "--force", description = "Replace the data of a store that is not empty.")
  private boolean force;

  @Option(names = "--check", description = "Only verify the file.")
  private boolean checkOnly;

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    StoreConfig config = store.config(err);
    if (config == null) {
      return ExitCode.SOFTWARE;
    }
    try (StoreRestore backup = StoreRestore.open(file)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(file + ": whole; " + backup.contents().rows() + " rows, written at "
          + backup.contents().createdAt() + " by version " + backup.contents().version()
          + ", schema " + backup.contents().schema());
      out.flush();
      return checkOnly ? ExitCode.OK : restore(backup, config, out);
    } catch (IOException e) {
      return StoreAccess.refuse(spec, UnreadableFile.line(e));
    } catch (StoreException e) {
      return StoreAccess.refuse(spec, String.valueOf(e.getMessage()));
    }
  }

  private int restore(StoreRestore backup, StoreConfig config, PrintWriter out) throws IOException {
    StoreUrl url = StoreOption.url(config);
    if (url.file() != null && NodeIdentity.isInUse(config.directory())) {
      throw new IOException(url + ": a gateway runs on it (expected: none; stop it first)");
    }
    try (Store open = StoreOption.open(config)) {
      backup.into(open, force, StoreAccess.actor());
      AuditReport report = open.audit().verify(backup.contents().auditHead());
      report.faults().forEach(fault -> out.println("audit trail: " + fault));
      out.println("restored into " + url.place() + "; audit trail: "
          + (report.isWhole() ? "whole" : report.faults().size() + " faults") + ", head "
          + report.head());
      out.flush();
      return report.isWhole() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }
}
