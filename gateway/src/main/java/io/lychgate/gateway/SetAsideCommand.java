package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.store.NodeIdentity;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoreFiles;
import io.lychgate.gateway.store.StoreUrl;
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
import picocli.CommandLine.Spec;

/** {@code lychgate store set-aside}: renames a damaged database, so that the next start makes a new one. */
@Command(
    name = "set-aside",
    mixinStandardHelpOptions = true,
    description = {
      "Renames a damaged SQLite database, with the files beside it, to NAME.damaged-TIME. Nothing is deleted.",
      "The next start makes a new store: with the manifests last published, if their copy exists; without users, drafts, history and verdicts."
    })
final class SetAsideCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Mixin
  private ConfigFileOption config = new ConfigFileOption();

  @Option(names = "--force", description = "Rename a database that is not damaged, too.")
  private boolean force;

  @Override
  public Integer call() {
    Checked<GatewayConfig> read = ConfigReader.ofProcess().read(config.file);
    if (!read.isValid()) {
      ConfigFileOption.print(read.problems(), spec.commandLine().getErr());
      return ExitCode.SOFTWARE;
    }
    try {
      return setAside(
          GatewayStore.url(read.value().store()), read.value().store().directory());
    } catch (IOException e) {
      return refuse("cannot be renamed (" + e + ")");
    }
  }

  private int setAside(StoreUrl url, Path directory) throws IOException {
    if (url.file() == null) {
      return refuse(url + ": PostgreSQL (expected: a file of SQLite)");
    }
    if (NodeIdentity.isInUse(directory)) {
      return refuse(url + ": a gateway runs on it (expected: none; stop it first)");
    }
    StoreException fault = Store.fault(url, directory);
    if (!force && (fault == null || fault.kind() != StoreException.Kind.UNUSABLE)) {
      return refuse(
          fault == null
              ? url + ": nothing is wrong with it (expected: a damaged file, or --force)"
              : fault.getMessage() + " To rename it anyway: --force");
    }
    PrintWriter out = spec.commandLine().getOut();
    for (StoreFiles.Renamed each : StoreFiles.setAside(url, Instant.now())) {
      out.println("lychgate: " + each.from() + " is now " + each.to());
    }
    out.println("lychgate: the next start makes a new store "
        + Store.kept(url, directory)
            .map(kept -> "with the manifests of revision " + kept.revision())
            .orElse("without manifests: no copy of the published ones is in " + directory));
    out.flush();
    return ExitCode.OK;
  }

  private int refuse(String why) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("lychgate: " + why);
    err.flush();
    return ExitCode.SOFTWARE;
  }
}
