package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the store of a configuration, for commands that open it directly. */
final class StoreOption {
  @Option(
      names = {"-c", "--config"},
      required = true,
      paramLabel = "FILE",
      description = "The configuration, gateway.yaml, whose store is used.")
  Path file = Path.of("gateway.yaml");

  /** Returns the configuration; null after the problems were printed. */
  @Nullable
  GatewayConfig read(PrintWriter err) {
    Checked<GatewayConfig> read = ConfigReader.ofProcess().read(file);
    if (!read.isValid()) {
      ConfigFileOption.print(read.problems(), err);
      return null;
    }
    return read.value();
  }

  /** Returns the part of the configuration for the store; null after the problems were printed. */
  @Nullable
  StoreConfig config(PrintWriter err) {
    GatewayConfig read = read(err);
    return read == null ? null : read.store();
  }

  static StoreUrl url(StoreConfig config) {
    return GatewayStore.url(config);
  }

  static Store open(StoreConfig config) {
    return Store.open(url(config), config.directory(), InstantSource.system());
  }
}
