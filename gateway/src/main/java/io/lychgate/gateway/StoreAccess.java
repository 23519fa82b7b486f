package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import java.io.PrintWriter;
import java.util.function.BiFunction;
import java.util.function.Function;
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
      CommandSpec spec, StoreOption option, BiFunction<Store, GatewayConfig, Integer> work) {
    GatewayConfig config = option.read(spec.commandLine().getErr());
    return config == null
        ? ExitCode.SOFTWARE
        : run(spec, config.store(), store -> work.apply(store, config));
  }

  /** The same after the configuration was read. */
  static int run(CommandSpec spec, StoreConfig config, Function<Store, Integer> work) {
    try (Store store = StoreOption.open(config)) {
      return work.apply(store);
    } catch (StoreException e) {
      return refuse(spec, String.valueOf(e.getMessage()));
    }
  }

  /** Prints the reason for which a command does nothing, and returns its exit code. */
  static int refuse(CommandSpec spec, String why) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("lychgate: " + why);
    err.flush();
    return ExitCode.SOFTWARE;
  }

  /** The author of a change, as the audit trail names it: a user of this machine. No account of the gateway has such a name. */
  static Actor actor() {
    return new Actor("local:" + System.getProperty("user.name", "unknown"), null);
  }
}
