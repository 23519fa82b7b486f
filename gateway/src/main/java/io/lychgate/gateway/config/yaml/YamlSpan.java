package io.lychgate.gateway.config.yaml;

import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A text with the offsets of its nodes, and one edit of it. */
final class YamlSpan {
  private final String text;
  private String edited;

  YamlSpan(String text) {
    this.text = text;
    this.edited = text;
  }

  String edited() {
    return edited;
  }

  int start(Node node) throws YamlEdit.Refusal {
    return offset(node.getStartMark().orElseThrow(() -> new YamlEdit.Refusal("no place")));
  }

  /** Returns the end of a node. A block collection ends with its last value, not at the next token as in the library. */
  int end(Node node) throws YamlEdit.Refusal {
    if (node instanceof CollectionNode<?> list
        && list.getFlowStyle() != FlowStyle.FLOW
        && !list.getValue().isEmpty()) {
      return end(last(node));
    }
    int end = offset(node.getEndMark().orElseThrow(() -> new YamlEdit.Refusal("no place")));
    // A block scalar includes its line break and the empty lines after it.
    while (end > start(node) && text.charAt(end - 1) == '\n') {
      end--;
    }
    return end;
  }

  private static Node last(Node node) {
    if (node instanceof MappingNode mapping) {
      NodeTuple pair = mapping.getValue().get(mapping.getValue().size() - 1);
      return pair.getValueNode();
    }
    SequenceNode sequence = (SequenceNode) node;
    return sequence.getValue().get(sequence.getValue().size() - 1);
  }

  int column(Node node) {
    return node.getStartMark().map(Mark::getColumn).orElse(0);
  }

  /** Returns the offset of a mark. Marks count code points. */
  private int offset(Mark mark) {
    return text.offsetByCodePoints(0, mark.getIndex());
  }

  int lineStart(int offset) {
    return text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** Returns the offset after the line break, or the end of the text. */
  int lineEnd(int offset) {
    int end = text.indexOf('\n', offset);
    return end < 0 ? text.length() : end + 1;
  }

  /** Returns the text before an item of a block sequence on its line. */
  String dash(Node item) throws YamlEdit.Refusal {
    int start = start(item);
    String before = text.substring(lineStart(start), start);
    if (!before.matches(" *- +")) {
      throw new YamlEdit.Refusal("an item that does not stand behind a dash of its own line");
    }
    return before;
  }

  void replace(Node node, String value) throws YamlEdit.Refusal {
    int start = start(node);
    int end = end(node);
    // An empty value has no extent: "key:" needs a space before the new value.
    boolean isGlued = start == end && start > 0 && text.charAt(start - 1) == ':';
    edit(start, end, isGlued ? " " + value : value);
  }

  void cut(int start, int end) {
    edit(start, end, "");
  }

  void insert(int at, String value) {
    edit(at, at, value);
  }

  /** Inserts a line below the line of this offset. A comment on that line stays there. */
  void insertLine(int at, String line) {
    int end = lineEnd(at);
    boolean hasBreak = end > 0 && text.charAt(end - 1) == '\n' && end > at;
    edit(end, end, hasBreak ? line + "\n" : "\n" + line);
  }

  private void edit(int start, int end, String value) {
    edited = text.substring(0, start) + value + text.substring(end);
  }
}
