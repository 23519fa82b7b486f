package io.lychgate.gateway.config.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import tools.jackson.databind.JsonNode;

/** Finds the first difference between a text and a value, and makes one edit that reduces it. */
final class YamlEdit {
  /** Signals a text that does not permit the edit. */
  static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    Refusal(String message) {
      super(message, null, false, false);
    }
  }

  /** Members that identify an object in a list. */
  private static final List<String> IDENTITY = List.of("url", "match", "name", "hint", "cookie");

  private final YamlSpan text;

  private YamlEdit(YamlSpan text) {
    this.text = text;
  }

  /**
   * Returns the text after the first edit.
   *
   * @param now the value of the text; null for a text without a value
   */
  static String first(String text, @Nullable JsonNode now, JsonNode wanted) throws Refusal {
    Node root = new Compose(LoadSettings.builder().build()).composeString(text).orElse(null);
    if (root == null || now == null) {
      return (text.isEmpty() || text.endsWith("\n") ? text : text + "\n") + YamlText.flow(wanted)
          + "\n";
    }
    YamlSpan span = new YamlSpan(text);
    new YamlEdit(span).difference(root, now, wanted);
    return span.edited();
  }

  private void difference(Node node, JsonNode now, JsonNode wanted) throws Refusal {
    if (node instanceof MappingNode mapping && now.isObject() && wanted.isObject()) {
      members(mapping, now, wanted);
    } else if (node instanceof SequenceNode sequence && now.isArray() && wanted.isArray()) {
      items(sequence, now, wanted);
    } else {
      text.replace(node, YamlText.like(node, wanted));
    }
  }

  private void members(MappingNode mapping, JsonNode now, JsonNode wanted) throws Refusal {
    List<NodeTuple> pairs = mapping.getValue();
    for (int i = 0; i < pairs.size(); i++) {
      String key = ((ScalarNode) pairs.get(i).getKeyNode()).getValue();
      JsonNode value = wanted.get(key);
      if (value == null) {
        removePair(mapping, i);
        return;
      }
      if (!YamlEditor.same(now.get(key), value)) {
        difference(pairs.get(i).getValueNode(), now.path(key), value);
        return;
      }
    }
    for (Map.Entry<String, JsonNode> member : wanted.properties()) {
      if (!now.has(member.getKey())) {
        addPair(mapping, YamlText.pair(member.getKey(), member.getValue()), wanted);
        return;
      }
    }
  }

  private void removePair(MappingNode mapping, int index) throws Refusal {
    List<NodeTuple> pairs = mapping.getValue();
    Node key = pairs.get(index).getKeyNode();
    Node value = pairs.get(index).getValueNode();
    if (pairs.size() == 1) {
      text.replace(mapping, "{}");
    } else if (index == 0) {
      text.cut(text.start(key), text.start(pairs.get(1).getKeyNode()));
    } else if (mapping.getFlowStyle() == FlowStyle.FLOW) {
      text.cut(text.end(pairs.get(index - 1).getValueNode()), text.end(value));
    } else {
      text.cut(text.lineStart(text.start(key)), text.lineEnd(text.end(value)));
    }
  }

  private void addPair(MappingNode mapping, String pair, JsonNode wanted) throws Refusal {
    List<NodeTuple> pairs = mapping.getValue();
    if (pairs.isEmpty()) {
      text.replace(mapping, YamlText.flow(wanted));
      return;
    }
    int end = text.end(pairs.get(pairs.size() - 1).getValueNode());
    if (mapping.getFlowStyle() == FlowStyle.FLOW) {
      text.insert(end, ", " + pair);
    } else {
      text.insertLine(end, " ".repeat(text.column(pairs.get(0).getKeyNode())) + pair);
    }
  }

  /** Keeps equal items at both ends. At the first difference it removes an item, inserts one, or changes one. */
  private void items(SequenceNode sequence, JsonNode now, JsonNode wanted) throws Refusal {
    int first = 0;
    while (first < now.size()
        && first < wanted.size()
        && YamlEditor.same(now.get(first), wanted.get(first))) {
      first++;
    }
    int end = now.size();
    int wantedEnd = wanted.size();
    while (end > first
        && wantedEnd > first
        && YamlEditor.same(now.get(end - 1), wanted.get(wantedEnd - 1))) {
      end--;
      wantedEnd--;
    }
    if (first == end) {
      insertItem(sequence, first, wanted.get(first));
    } else if (first == wantedEnd) {
      removeItem(sequence, first);
    } else if (isSameThing(now.get(first), wanted.get(first))
        || (end - first == wantedEnd - first
            && !isAmong(now.get(first), wanted, first, wantedEnd))) {
      difference(sequence.getValue().get(first), now.get(first), wanted.get(first));
    } else if (isAmong(now.get(first), wanted, first, wantedEnd)) {
      insertItem(sequence, first, wanted.get(first));
    } else {
      removeItem(sequence, first);
    }
  }

  private static boolean isAmong(JsonNode item, JsonNode list, int from, int to) {
    for (int i = from; i < to; i++) {
      if (isSameThing(item, list.get(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSameThing(JsonNode a, JsonNode b) {
    if (!a.isObject() || !b.isObject()) {
      return YamlEditor.same(a, b);
    }
    List<String> known = new ArrayList<>(IDENTITY);
    known.removeIf(key -> !a.has(key) && !b.has(key));
    return !known.isEmpty()
        && known.stream().allMatch(key -> YamlEditor.same(a.get(key), b.get(key)));
  }

  private void removeItem(SequenceNode sequence, int index) throws Refusal {
    List<Node> items = sequence.getValue();
    if (items.size() == 1) {
      text.replace(sequence, "[]");
    } else if (sequence.getFlowStyle() != FlowStyle.FLOW) {
      Node item = items.get(index);
      text.dash(item);
      text.cut(text.lineStart(text.start(item)), text.lineEnd(text.end(item)));
    } else if (index == 0) {
      text.cut(text.start(items.get(0)), text.start(items.get(1)));
    } else {
      text.cut(text.end(items.get(index - 1)), text.end(items.get(index)));
    }
  }

  private void insertItem(SequenceNode sequence, int index, JsonNode value) throws Refusal {
    List<Node> items = sequence.getValue();
    String flow = YamlText.flow(value);
    if (items.isEmpty()) {
      text.replace(sequence, "[" + flow + "]");
    } else if (sequence.getFlowStyle() == FlowStyle.FLOW) {
      if (index == 0) {
        text.insert(text.start(items.get(0)), flow + ", ");
      } else {
        text.insert(text.end(items.get(index - 1)), ", " + flow);
      }
    } else if (index == 0) {
      String dash = text.dash(items.get(0));
      text.insert(text.lineStart(text.start(items.get(0))), dash + flow + "\n");
    } else {
      text.insertLine(text.end(items.get(index - 1)), text.dash(items.get(index - 1)) + flow);
    }
  }
}
