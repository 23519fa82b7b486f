package io.lychgate.gateway.config.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A value of a document that knows where it was written.
 *
 * <p>The same tree twice: {@link #json()} for a validator or a mapper, and this for messages that name a line.
 */
public final class YamlNode {
  private final JsonNode json;
  private final Position position;
  private final Map<String, Field> fields;
  private final List<YamlNode> items;
  private final int size;

  /** A key with its own place, and its value. */
  record Field(Position keyPosition, YamlNode value) {}

  private YamlNode(
      JsonNode json, Position position, Map<String, Field> fields, List<YamlNode> items, int size) {
    this.json = json;
    this.position = position;
    this.fields = fields;
    this.items = items;
    this.size = size;
  }

  static YamlNode scalar(JsonNode json, Position position) {
    return new YamlNode(json, position, Map.of(), List.of(), 1);
  }

  static YamlNode mapping(JsonNode json, Position position, Map<String, Field> fields) {
    int size = fields.values().stream().mapToInt(f -> f.value().size).sum() + 1;
    return new YamlNode(json, position, new LinkedHashMap<>(fields), List.of(), size);
  }

  static YamlNode sequence(JsonNode json, Position position, List<YamlNode> items) {
    int size = items.stream().mapToInt(i -> i.size).sum() + 1;
    return new YamlNode(json, position, Map.of(), List.copyOf(items), size);
  }

  /** The whole value without places. Not to be changed. */
  public JsonNode json() {
    return json;
  }

  /** Where the value starts; of a repeated alias, where its anchor stands. */
  public Position position() {
    return position;
  }

  /** Values in this tree, aliases counted as often as they are used. */
  int size() {
    return size;
  }

  /** The value of a key; empty when the key is absent or this is no mapping. */
  public Optional<YamlNode> field(String name) {
    return Optional.ofNullable(fields.get(name)).map(Field::value);
  }

  /** The text of a key's scalar; empty when there is none, or something else than a scalar. */
  public Optional<String> scalar(String name) {
    return field(name).filter(value -> value.json().isValueNode()).map(YamlNode::text);
  }

  /** Keys and values in the order of the text; empty when this is no mapping. */
  public Map<String, YamlNode> fields() {
    Map<String, YamlNode> result = new LinkedHashMap<>();
    fields.forEach((name, field) -> result.put(name, field.value()));
    return result;
  }

  /** Values in the order of the text; empty when this is no sequence. */
  public List<YamlNode> items() {
    return items;
  }

  /** Where a key stands; the mapping's own place when it is absent. */
  public Position keyPosition(String name) {
    Field field = fields.get(name);
    return field == null ? position : field.keyPosition();
  }

  /** A scalar as text; throws for a mapping or a sequence, which only a schema or a look rules out. */
  public String text() {
    return json.asString();
  }

  @Nullable
  YamlNode child(Object element) {
    if (element instanceof Integer index) {
      return index < items.size() ? items.get(index) : null;
    }
    Field field = fields.get(element.toString());
    return field == null ? null : field.value();
  }

  @Override
  public String toString() {
    return json + " at " + position.line() + ":" + position.column();
  }
}
