package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.PluginsConfig;
import io.lychgate.gateway.config.policy.PluginUse;
import io.lychgate.gateway.config.policy.PluginsPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the folder of plug-ins, and their uses by routes and upstreams. */
final class PluginReader {
  private PluginReader() {}

  static PluginsConfig folder(Section section) {
    return section.has("folder") ? new PluginsConfig(section.path("folder")) : PluginsConfig.none();
  }

  static Optional<PluginsPolicy> policy(Section section) {
    List<PluginUse> uses = new ArrayList<>();
    section.items().forEach(item -> use(item).ifPresent(uses::add));
    return Optional.of(PluginsPolicy.of(uses));
  }

  /** Returns one use; empty after a problem. */
  static Optional<PluginUse> use(Section section) {
    return section.build(() -> new PluginUse(
        section.text("name", ""),
        section.values("config"),
        section.duration("timeout", PluginUse.DEFAULT_TIMEOUT)));
  }

  /** Returns a mapping as maps, lists, texts, numbers and flags of Java. */
  static Map<String, Object> values(JsonNode mapping) {
    Map<String, Object> values = new LinkedHashMap<>();
    mapping.properties().forEach(member -> {
      Object value = value(member.getValue());
      if (value != null) {
        values.put(member.getKey(), value);
      }
    });
    return values;
  }

  private static @Nullable Object value(JsonNode node) {
    if (node.isObject()) {
      return values(node);
    }
    if (node.isArray()) {
      List<Object> items = new ArrayList<>();
      node.forEach(item -> {
        Object value = value(item);
        items.add(value == null ? "" : value);
      });
      return List.copyOf(items);
    }
    if (node.isIntegralNumber() && node.canConvertToLong()) {
      return node.asLong();
    }
    if (node.isNumber()) {
      return node.asDouble();
    }
    if (node.isBoolean()) {
      return node.asBoolean();
    }
    return node.isNull() ? null : node.asString();
  }
}
