package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.plugin.PluginHost;
import io.lychgate.gateway.push.lint.Finding;
import java.io.IOException;
import java.util.List;

/** Checks the plug-ins of a configuration: loads them, gives them their configuration, and closes them. */
final class ConfiguredPlugins {
  private ConfiguredPlugins() {}

  /** @param file name of the configuration */
  static List<Finding> findings(GatewayConfig config, String file) {
    try (PluginHost host = new PluginHost(loop -> {
      throw new IllegalStateException("loop " + loop + ": none (expected: no request)");
    })) {
      host.load(config);
      return List.of();
    } catch (IOException e) {
      return List.of(new Finding(
          Finding.Severity.ERROR, ConfigProblem.ofFile(file, String.valueOf(e.getMessage()))));
    }
  }
}
