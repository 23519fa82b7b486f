package io.lychgate.gateway.config.yaml;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import io.lychgate.gateway.config.check.ConfigProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * One error of the validator in the message format of the gateway.
 *
 * <p>A schema may have further keywords for this. {@code x-expected} is the text after "expected:" where a pattern or a condition
 * would not help a person. {@code x-strict} makes every unknown key an error. A value whose schema is {@code writeOnly} is a
 * secret and never shown.
 */
final class SchemaObjection {
  static final String EXPECTED = "x-expected";

  /** Keyword of an object in which an unknown key would change the meaning of the others. */
  static final String STRICT = "x-strict";

  private static final int MAX_SHOWN = 60;

  private final Error error;
  private final NodePath instance;

  /** The schema object that has the keyword of the error. */
  private final JsonNode holder;

  SchemaObjection(Error error, JsonNode schema) {
    this.error = error;
    this.instance = error.getInstanceLocation();
    this.holder = holderOf(error.getSchemaLocation().getFragment(), schema);
  }

  private static JsonNode holderOf(NodePath location, JsonNode schema) {
    JsonNode at = schema;
    for (int i = 0; i < location.getNameCount() - 1; i++) {
      String name = location.getName(i);
      at = at.isArray() ? at.path(Integer.parseInt(name)) : at.path(name);
    }
    return at;
  }

  /** Returns a text that is equal for errors to be reported as one problem. */
  String identity() {
    String evaluation = error.getEvaluationPath().toString();
    for (String keyword : List.of("/anyOf", "/oneOf")) {
      int at = evaluation.indexOf(keyword);
      if (at >= 0) {
        return evaluation.substring(0, at) + keyword + " " + instance;
      }
    }
    return instance + " " + error.getKeyword() + " "
        + Objects.requireNonNullElse(error.getProperty(), "");
  }

  /** Returns true if the error is an unknown key that is not a misspelling of a known one. */
  boolean isStrangeKey() {
    String property = error.getProperty();
    return property != null
        && isUnknownKey()
        && !holder.path(STRICT).asBoolean(false)
        && Suggestion.nearest(property, knownKeys()).isEmpty();
  }

  private boolean isUnknownKey() {
    String keyword = String.valueOf(error.getKeyword());
    return keyword.equals("additionalProperties") || keyword.equals("unevaluatedProperties");
  }

  /**
   * Returns the path of the member to remove, so that this error is gone: the unknown key, the wrong value, or the list with a wrong
   * item. Empty if the error is a missing member, or concerns the document itself.
   */
  List<Object> culprit() {
    List<Object> path = place();
    String property = error.getProperty();
    if (property != null) {
      if ("required".equals(error.getKeyword())) {
        return List.of();
      }
      path.add(property);
    }
    while (!path.isEmpty() && path.get(path.size() - 1) instanceof Integer) {
      path.remove(path.size() - 1);
    }
    return path;
  }

  /** Returns true if the value should have keys and values. */
  boolean expectsMapping() {
    return "type".equals(error.getKeyword()) && holder.path("type").asString("").equals("object");
  }

  ConfigProblem problem(YamlNode root, String sourceName) {
    YamlNode node = root;
    for (Object element : place()) {
      YamlNode child = node.child(element);
      node = child == null ? node : child;
    }
    String base = DocumentSchema.path(instance);
    String property = error.getProperty();
    String keyword = String.valueOf(error.getKeyword());
    if (property != null && isUnknownKey()) {
      String path = join(base, property);
      String message = path + ": unknown key " + Suggestion.orExpected(property, knownKeys());
      return at(sourceName, node.keyPosition(property), path, message);
    }
    if (property != null && keyword.equals("required")) {
      String path = join(base, property);
      return at(
          sourceName,
          node.position(),
          path,
          path + ": missing (expected: " + missing(property) + ")");
    }
    if (property != null && keyword.equals("propertyNames")) {
      String path = join(base, property);
      String text = holder.path(keyword).path(EXPECTED).asString("another name");
      String message = path + ": " + property + " (expected: " + text + ")";
      return at(sourceName, node.keyPosition(property), path, message);
    }
    String name = base.isEmpty() ? "document" : base;
    ScalarReference reference = node.reference();
    String got = reference == null ? shown(node.json()) : cut(reference.written());
    String expected = expected(keyword, node.json());
    String message = name + ": " + got + " (expected: "
        + (reference == null ? expected : reference.masked(expected)) + ")";
    return at(sourceName, node.position(), base, message);
  }

  private static ConfigProblem at(
      String sourceName, Position position, String path, String message) {
    return new ConfigProblem(
        position.fileOr(sourceName), position.line(), position.column(), path, message);
  }

  private static String join(String base, String property) {
    return base.isEmpty() ? property : base + "." + property;
  }

  private List<String> knownKeys() {
    return List.copyOf(holder.path("properties").propertyNames());
  }

  private String missing(String property) {
    JsonNode declared = holder.path("properties").path(property);
    JsonNode text = declared.path(EXPECTED);
    return text.isString() ? text.asString() : "the key " + property;
  }

  private String shown(JsonNode got) {
    if (holder.path("writeOnly").asBoolean(false)) {
      return "***";
    }
    if (got.isObject() || got.isArray()) {
      return got.isEmpty() ? "empty" : kind(got);
    }
    String text = got.isNull() ? "nothing" : got.asString();
    return cut(text);
  }

  private static String cut(String text) {
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
  }

  /** Returns true if the value has another type than the schema wants. */
  boolean isOfType() {
    return "type".equals(error.getKeyword());
  }

  /** Returns true if the value has another type, or is none of a list of values. */
  boolean isOfTypeOrChoice() {
    return isOfType() || "enum".equals(error.getKeyword());
  }

  /** Returns the keys and indices of the value. */
  List<Object> place() {
    List<Object> path = new ArrayList<>();
    for (int i = 0; i < instance.getNameCount(); i++) {
      path.add(instance.getElement(i));
    }
    return path;
  }

  private static String kind(JsonNode node) {
    return node.isObject()
        ? "keys " + String.join(", ", node.propertyNames())
        : "a list of " + node.size();
  }

  private String expected(String keyword, JsonNode got) {
    // The text of the schema describes one value, and each of them is well formed.
    if (!keyword.equals("uniqueItems") && holder.path(EXPECTED).isString()) {
      return holder.path(EXPECTED).asString();
    }
    JsonNode value = holder.path(keyword);
    return switch (keyword) {
      case "enum" -> String.join(", ", texts(value));
      case "type" -> typeWord(value, got);
      case "minimum", "maximum" -> range();
      case "minItems", "minLength", "minProperties" -> "at least " + value.asString();
      case "maxItems", "maxLength", "maxProperties" -> "at most " + value.asString();
      case "uniqueItems" -> "no value twice";
      case "const" -> value.asString();
      default -> String.valueOf(error.getMessage());
    };
  }

  private static String typeWord(JsonNode type, JsonNode got) {
    List<String> words = new ArrayList<>();
    for (String name : type.isArray() ? texts(type) : List.of(type.asString())) {
      words.add(
          switch (name) {
            case "object" -> "keys and values";
            case "array" -> "a list";
            case "string" -> got.isValueNode() && !got.isNull() ? "a text, in quotes" : "a text";
            case "boolean" -> "true or false";
            case "integer" -> "a whole number";
            default -> "a " + name.toLowerCase(Locale.ROOT);
          });
    }
    return String.join(" or ", words);
  }

  private String range() {
    JsonNode min = holder.path("minimum");
    JsonNode max = holder.path("maximum");
    if (max.isMissingNode()) {
      return "at least " + min.asString();
    }
    return min.isMissingNode()
        ? "at most " + max.asString()
        : min.asString() + "-" + max.asString();
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asString()));
    return texts;
  }
}
