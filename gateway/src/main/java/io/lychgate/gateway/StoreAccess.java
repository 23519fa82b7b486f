package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.function.BiFunction;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The store of a configuration, for commands on this machine. A gateway may use the same store at the same time; a change is in force
 * there at once.
 */
final class StoreAccess {

  private StoreAccess() {}

  /** Runs a command on the store and returns its exit code. Prints the reason if the store cannot be used. */
  static int run(
      CommandSpec spec, ConfigFileOption file, BiFunction<Store, GatewayConfig, Integer> work) {
    Checked<GatewayConfig> read = ConfigReader.ofProcess().read(file.file);
    PrintWriter err = spec.commandLine().getErr();
    if (!read.isValid()) {
      ConfigFileOption.print(read.problems(), err);
      return ExitCode.SOFTWARE;
    }
    GatewayConfig config = read.value();
    try (Store store = Store.open(
        GatewayStore.url(config.store()), config.store().directory(), InstantSource.system())) {
      return work.apply(store, config);
    } catch (StoreException e) {
      return refuse(spec, String.valueOf(e.getMessage()));
    }
  }

  static int refuse(CommandSpec spec, String why) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("lychgate: " + why);
    err.flush();
    return ExitCode.SOFTWARE;
  }

  /** The author of a change, as the audit trail names it: a user of this machine. */
  static Actor actor() {
    return new Actor("command/" + System.getProperty("user.name", "unknown"), null);
  }
}
