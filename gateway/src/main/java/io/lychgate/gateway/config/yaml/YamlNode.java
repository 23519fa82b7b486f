package io.lychgate.gateway.config.yaml;

import java.util.ArrayList;
import java.util.Collections;
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
 * <p>It has the same tree twice: {@link #json()} for a validator or a mapper, and the nodes for messages that name a line. Nodes are
 * immutable, so trees can share them.
 */
public final class YamlNode {
  private static final ScalarTypes TYPES = new ScalarTypes();

  private final JsonNode json;
  private final Position position;
  private final Map<String, Field> fields;
  private final List<YamlNode> items;
  private final int size;
  private final @Nullable ScalarReference reference;
  private final @Nullable String inheritedFrom;

  /** A key with its own place, and its value. */
  public record Field(Position keyPosition, YamlNode value) {}

  private YamlNode(
      JsonNode json,
      Position position,
      Map<String, Field> fields,
      List<YamlNode> items,
      int size,
      @Nullable ScalarReference reference,
      @Nullable String inheritedFrom) {
    this.json = json;
    this.position = position;
    this.fields = fields;
    this.items = items;
    this.size = size;
    this.reference = reference;
    this.inheritedFrom = inheritedFrom;
  }

  static YamlNode scalar(JsonNode json, Position position) {
    return new YamlNode(json, position, Map.of(), List.of(), 1, null, null);
  }

  static YamlNode reference(JsonNode json, Position position, ScalarReference reference) {
    return new YamlNode(json, position, Map.of(), List.of(), 1, reference, null);
  }

  static YamlNode mapping(JsonNode json, Position position, Map<String, Field> fields) {
    int size = fields.values().stream().mapToInt(f -> f.value().size).sum() + 1;
    return new YamlNode(json, position, new LinkedHashMap<>(fields), List.of(), size, null, null);
  }

  static YamlNode sequence(JsonNode json, Position position, List<YamlNode> items) {
    int size = items.stream().mapToInt(i -> i.size).sum() + 1;
    return new YamlNode(json, position, Map.of(), List.copyOf(items), size, null, null);
  }

  /** Returns a mapping of nodes that were read before, perhaps from several documents. */
  public static YamlNode ofFields(Position position, Map<String, Field> fields) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    fields.forEach((name, field) -> object.set(name, field.value().json));
    return mapping(object, position, fields);
  }

  /** Returns a sequence of nodes that were read before, perhaps from several documents. */
  public static YamlNode ofItems(Position position, List<YamlNode> items) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    items.forEach(item -> array.add(item.json));
    return sequence(array, position, items);
  }

  /**
   * Returns this node as one that a section inherits.
   *
   * @param from path of the section that states it
   */
  public YamlNode inherited(String from) {
    return new YamlNode(json, position, fields, items, size, reference, from);
  }

  /** Returns the path of the section from which a section inherits this value; null if it states the value itself. */
  public @Nullable String inheritedFrom() {
    return inheritedFrom;
  }

  /** Returns the text that stands in the document for a scalar from elsewhere; null if the document has the value itself. */
  public @Nullable ScalarReference reference() {
    return reference;
  }

  /** Returns this scalar as a text, whatever its characters look like. */
  YamlNode asText() {
    return withValue(JsonNodeFactory.instance.stringNode(textOfScalar()));
  }

  /** Returns this scalar with the type that its characters look like, as without quotes. */
  YamlNode asPlain() {
    JsonNode plain = TYPES.resolve(textOfScalar());
    return plain.isNull() ? this : withValue(plain);
  }

  private String textOfScalar() {
    return reference == null ? json.asString() : reference.value();
  }

  private YamlNode withValue(JsonNode value) {
    return new YamlNode(value, position, fields, items, size, reference, inheritedFrom);
  }

  /** Returns the references of this value and all values in it. */
  public List<ScalarReference> references() {
    List<ScalarReference> found = new ArrayList<>();
    collect(found);
    return found;
  }

  private void collect(List<ScalarReference> into) {
    if (reference != null) {
      into.add(reference);
    }
    fields.values().forEach(field -> field.value().collect(into));
    items.forEach(item -> item.collect(into));
  }

  /** Returns keys with their places, and values; empty if this is not a mapping. */
  public Map<String, Field> members() {
    return Collections.unmodifiableMap(fields);
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
      return kept(ofItems(position, changed));
    }
    Map<String, Field> changed = new LinkedHashMap<>(fields);
    if (child == null) {
      changed.remove(first.toString());
    } else {
      changed.put(first.toString(), new Field(keyPosition(first.toString()), child));
    }
    return kept(ofFields(position, changed));
  }

  private YamlNode kept(YamlNode changed) {
    return inheritedFrom == null ? changed : changed.inherited(inheritedFrom);
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
    return (reference == null ? json : reference.written()) + " at " + position.line() + ":"
        + position.column();
  }
}
