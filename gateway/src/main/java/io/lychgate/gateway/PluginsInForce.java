package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.PluginList;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.policy.PluginUse;
import io.lychgate.gateway.config.policy.PluginsPolicy;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.exchange.Snapshot;
import io.lychgate.gateway.plugin.PluginAccount;
import io.lychgate.gateway.plugin.PluginSummary;
import io.lychgate.gateway.route.Route;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The plug-ins of the snapshot in force, for the admin plane. */
final class PluginsInForce implements PluginList {
  private final DataPath dataPath;

  PluginsInForce(DataPath dataPath) {
    this.dataPath = dataPath;
  }

  @Override
  public View view() {
    Snapshot snapshot = dataPath.snapshot();
    Path folder = snapshot.config().plugins().folder();
    return new View(
        folder == null ? "" : folder.toString(),
        snapshot.plugins().plugins().stream()
            .map(plugin -> view(snapshot, plugin))
            .toList());
  }

  private PluginView view(Snapshot snapshot, PluginSummary plugin) {
    PluginAccount account = dataPath.plugins().accountOf(plugin.name());
    return new PluginView(
        plugin.name(),
        plugin.kind(),
        plugin.version(),
        plugin.jar(),
        snapshot.router().routes().stream()
            .filter(route -> uses(route, plugin.name()))
            .map(Route::id)
            .toList(),
        upstreams(snapshot.config(), plugin.name()),
        account == null ? 0 : account.calls(),
        account == null ? 0 : account.slowCalls(),
        account == null ? 0 : account.failures(),
        account == null ? "" : account.lastFailure());
  }

  private static boolean uses(Route route, String plugin) {
    return Stream.concat(Stream.of(route.chain()), route.chains().values().stream())
        .anyMatch(chain -> uses(chain.policies(), plugin));
  }

  private static boolean uses(Policies policies, String plugin) {
    PluginsPolicy policy = policies.get(PluginsPolicy.class);
    return policy != null && policy.uses().stream().anyMatch(use -> use.name().equals(plugin));
  }

  private static List<String> upstreams(GatewayConfig config, String plugin) {
    return config.upstreams().values().stream()
        .filter(upstream -> {
          PluginUse use = upstream.balance().plugin();
          return use != null && use.name().equals(plugin);
        })
        .map(upstream -> upstream.name())
        .toList();
  }
}
