package io.lychgate.gateway.config.yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a configuration as a person would: short mappings on one line, others in blocks. */
public final class YamlBlock {
  /** Characters of a line. */
  private static final int WIDTH = 120;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private YamlBlock() {}

  /** Returns the text. The characters of placeholders in values stand for themselves. */
  public static String text(ObjectNode root) {
    StringBuilder text = new StringBuilder();
    members(escaped(root), 0, text);
    return text.toString();
  }

  private static JsonNode escaped(JsonNode node) {
    if (node.isObject()) {
      ObjectNode object = NODES.objectNode();
      node.properties().forEach(each -> object.set(each.getKey(), escaped(each.getValue())));
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = NODES.arrayNode();
      node.forEach(item -> array.add(escaped(item)));
      return array;
    }
    return node.isString() && node.asString().contains("${")
        ? NODES.stringNode(node.asString().replace("${", "$${"))
        : node;
  }

  private static void members(JsonNode object, int indent, StringBuilder into) {
    object.properties().forEach(each -> {
      into.append(" ".repeat(indent));
      member(each.getKey(), each.getValue(), indent, into);
    });
  }

  private static void member(String key, JsonNode value, int indent, StringBuilder into) {
    String line = YamlText.pair(key, value);
    boolean isBlock = value.isContainer() && !value.isEmpty();
    boolean isTop = indent == 0 && isBlock && hasContainers(value);
    if (!isBlock || (!isTop && indent + line.length() <= WIDTH)) {
      into.append(line).append('\n');
      return;
    }
    into.append(YamlText.flow(NODES.stringNode(key))).append(":\n");
    if (value.isObject()) {
      members(value, indent + 2, into);
    } else {
      value.forEach(item -> item(item, indent + 2, into));
    }
  }

  private static boolean hasContainers(JsonNode value) {
    for (JsonNode child : value) {
      if (child.isContainer()) {
        return true;
      }
    }
    return false;
  }

  private static void item(JsonNode item, int indent, StringBuilder into) {
    String line = YamlText.flow(item);
    into.append(" ".repeat(indent)).append("- ");
    if (!item.isObject() || item.isEmpty() || indent + 2 + line.length() <= WIDTH) {
      into.append(line).append('\n');
      return;
    }
    boolean isFirst = true;
    for (var each : item.properties()) {
      into.append(isFirst ? "" : " ".repeat(indent + 2));
      member(each.getKey(), each.getValue(), indent + 2, into);
      isFirst = false;
    }
  }
}
