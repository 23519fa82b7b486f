package io.lychgate.gateway.plugin;

import io.lychgate.plugin.FilterPlugin;
import io.lychgate.plugin.Plugin;
import io.lychgate.plugin.StepPlugin;

/**
 * A loaded plug-in for the operator.
 *
 * @param kind {@code step}, {@code filter} or {@code selection}
 * @param version empty if its jar states none
 * @param jar file name
 */
public record PluginSummary(String name, String kind, String version, String jar) {
  static String kindOf(Plugin plugin) {
    if (plugin instanceof StepPlugin) {
      return "step";
    }
    return plugin instanceof FilterPlugin ? "filter" : "selection";
  }
}
