package io.lychgate.gateway.config.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A value of a document with its position.
 *
 * <p>It has the same tree twice: {@link #json()} for a validator or a mapper, and the nodes for messages that name a line.
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

  /** Returns the whole value without positions. Callers must not change it. */
  public JsonNode json() {
    return json;
  }

  /** Returns the start of the value. For an alias that is the place of its anchor. */
  public Position position() {
    return position;
  }

  /** Returns the number of values in this tree. An alias counts each time it is used. */
  int size() {
    return size;
  }

  /** Returns the value of a key; empty if the key is absent or this is not a mapping. */
  public Optional<YamlNode> field(String name) {
    return Optional.ofNullable(fields.get(name)).map(Field::value);
  }

  /** Returns the text of a key's scalar; empty if the key is absent or its value is not a scalar. */
  public Optional<String> scalar(String name) {
    return field(name).filter(value -> value.json().isValueNode()).map(YamlNode::text);
  }

  /** Returns keys and values in the order of the text; empty if this is not a mapping. */
  public Map<String, YamlNode> fields() {
    Map<String, YamlNode> result = new LinkedHashMap<>();
    fields.forEach((name, field) -> result.put(name, field.value()));
    return result;
  }

  /** Returns the values in the order of the text; empty if this is not a sequence. */
  public List<YamlNode> items() {
    return items;
  }

  /** Returns the place of a key, or that of the mapping if the key is absent. */
  public Position keyPosition(String name) {
    Field field = fields.get(name);
    return field == null ? position : field.keyPosition();
  }

  /** Returns a scalar as text. Throws for a mapping or a sequence, so check the type or the schema first. */
  public String text() {
    return json.asString();
  }

  /**
   * Returns this tree with another value of one member, or without the member.
   *
   * @param path keys and indices, of which the last is a key that exists
   * @param value null to remove the member
   */
  YamlNode with(List<Object> path, @Nullable YamlNode value) {
    Object first = path.get(0);
    YamlNode child =
        path.size() == 1 ? value : member(first).with(path.subList(1, path.size()), value);
    if (first instanceof Integer index) {
      List<YamlNode> changed = new ArrayList<>(items);
      changed.set(index, Objects.requireNonNull(child));
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      changed.forEach(item -> array.add(item.json));
      return sequence(array, position, changed);
    }
    Map<String, Field> changed = new LinkedHashMap<>(fields);
    if (child == null) {
      changed.remove(first.toString());
    } else {
      changed.put(first.toString(), new Field(keyPosition(first.toString()), child));
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    changed.forEach((name, field) -> object.set(name, field.value().json));
    return mapping(object, position, changed);
  }

  private YamlNode member(Object element) {
    return Objects.requireNonNull(child(element), "path");
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
