package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.plugin.PluginHost;
import io.lychgate.gateway.plugin.PluginLoadException;
import io.lychgate.gateway.push.lint.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the plug-ins of a configuration: loads them, gives them their configuration, and closes them. */
final class ConfiguredPlugins {
  private ConfiguredPlugins() {}

  /**
   * Returns what is wrong.
   *
   * @param file name of the configuration
   * @param tree its values with their places; null if they are unknown
   */
  static List<Finding> findings(GatewayConfig config, String file, @Nullable YamlNode tree) {
    try (PluginHost host = new PluginHost(loop -> {
      throw new IllegalStateException("loop " + loop + ": none (expected: no request)");
    })) {
      host.load(config);
      return List.of();
    } catch (PluginLoadException e) {
      return List.of(error(problem(e, file, tree)));
    } catch (IOException e) {
      return List.of(error(ConfigProblem.ofFile(file, String.valueOf(e.getMessage()))));
    }
  }

  private static Finding error(ConfigProblem problem) {
    return new Finding(Finding.Severity.ERROR, problem);
  }

  private static ConfigProblem problem(
      PluginLoadException e, String file, @Nullable YamlNode tree) {
    String message = String.valueOf(e.getMessage());
    Position place = tree == null ? null : place(e, message, tree);
    return place == null
        ? ConfigProblem.ofFile(file, message)
        : new ConfigProblem(place.fileOr(file), place.line(), place.column(), "", message);
  }

  /** Returns null if several uses of the plug-in could be the wrong one. */
  private static @Nullable Position place(PluginLoadException e, String message, YamlNode tree) {
    PluginLoadException.Use use = e.use();
    if (use == null) {
      return tree.field("plugins").map(section -> section.keyPosition("folder")).orElse(null);
    }
    List<YamlNode> uses = new ArrayList<>();
    collect(tree, use, uses);
    if (uses.size() != 1) {
      return null;
    }
    YamlNode only = uses.get(0);
    YamlNode config = only.field("config").orElse(only);
    for (Map.Entry<String, YamlNode.Field> each : config.members().entrySet()) {
      if (message.contains("config." + each.getKey() + ":")) {
        return each.getValue().keyPosition();
      }
    }
    return only.position();
  }

  private static void collect(YamlNode node, PluginLoadException.Use use, List<YamlNode> into) {
    Set<String> keys =
        node.field("config").map(config -> config.fields().keySet()).orElse(Set.of());
    if (node.scalar("name").equals(Optional.of(use.name())) && keys.equals(use.keys())) {
      into.add(node);
    }
    node.fields().values().forEach(each -> collect(each, use, into));
    node.items().forEach(each -> collect(each, use, into));
  }
}
