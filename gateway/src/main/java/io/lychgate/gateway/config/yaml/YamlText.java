package io.lychgate.gateway.config.yaml;

import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;

/** Writes values as YAML on one line, which is valid within any other YAML. */
final class YamlText {
  private static final DumpSettings SETTINGS =
      DumpSettings.builder().setWidth(Integer.MAX_VALUE).setSplitLines(false).build();

  private YamlText() {}

  static String flow(JsonNode value) {
    return text(node(value, ScalarStyle.PLAIN));
  }

  /** Returns the value in the quotes of the node that it replaces, if that has any. */
  static String like(Node old, JsonNode value) {
    boolean isQuoted = old instanceof ScalarNode scalar
        && (scalar.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED
            || scalar.getScalarStyle() == ScalarStyle.SINGLE_QUOTED);
    return isQuoted && value.isString()
        ? text(node(value, ((ScalarNode) old).getScalarStyle()))
        : flow(value);
  }

  static String pair(String key, JsonNode value) {
    String map = text(new MappingNode(
        Tag.MAP,
        List.of(new NodeTuple(string(key, ScalarStyle.PLAIN), node(value, ScalarStyle.PLAIN))),
        FlowStyle.FLOW));
    return map.substring(1, map.length() - 1);
  }

  private static Node node(JsonNode value, ScalarStyle style) {
    if (value.isObject()) {
      List<NodeTuple> pairs = new ArrayList<>();
      value
          .properties()
          .forEach(member -> pairs.add(new NodeTuple(
              string(member.getKey(), ScalarStyle.PLAIN),
              node(member.getValue(), ScalarStyle.PLAIN))));
      return new MappingNode(Tag.MAP, pairs, FlowStyle.FLOW);
    }
    if (value.isArray()) {
      List<Node> items = new ArrayList<>();
      value.forEach(item -> items.add(node(item, ScalarStyle.PLAIN)));
      return new SequenceNode(Tag.SEQ, items, FlowStyle.FLOW);
    }
    if (value.isString()) {
      // A plain or single-quoted text would fold a line break over lines.
      boolean isOneLine = value.asString().chars().noneMatch(c -> c < ' ');
      return string(value.asString(), isOneLine ? style : ScalarStyle.DOUBLE_QUOTED);
    }
    Tag tag = value.isBoolean()
        ? Tag.BOOL
        : value.isNull() ? Tag.NULL : value.isIntegralNumber() ? Tag.INT : Tag.FLOAT;
    return new ScalarNode(tag, value.isNull() ? "null" : value.asString(), ScalarStyle.PLAIN);
  }

  private static Node string(String value, ScalarStyle style) {
    return new ScalarNode(Tag.STR, value, style);
  }

  private static String text(Node node) {
    StringBuilder text = new StringBuilder();
    new Dump(SETTINGS).dumpNode(node, new TextWriter(text));
    return text.toString().strip();
  }

  private record TextWriter(StringBuilder text) implements StreamDataWriter {
    @Override
    public void write(String part) {
      text.append(part);
    }

    @Override
    public void write(String part, int offset, int length) {
      text.append(part, offset, offset + length);
    }
  }
}
