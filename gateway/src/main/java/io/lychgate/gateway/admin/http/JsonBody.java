package io.lychgate.gateway.admin.http;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A JSON object that a client sent. Each field is read by name; a field that the operation does not read is refused. */
public final class JsonBody {

  private final String path;
  private final JsonNode object;
  private final Set<String> known = new HashSet<>();

  private JsonBody(String path, JsonNode object) {
    this.path = path;
    this.object = object;
  }

  /** Reads a whole body; refuses fields that {@code reading} did not read. */
  static <T> T read(byte[] bytes, Function<JsonBody, T> reading) {
    JsonNode node = parse(bytes);
    if (!node.isObject()) {
      throw new ProblemException(
          ProblemCode.MALFORMED, "body: not an object (expected: a JSON object)");
    }
    return new JsonBody("", node).readAll(reading);
  }

  private static JsonNode parse(byte[] bytes) {
    try {
      return Json.MAPPER.readTree(bytes);
    } catch (JacksonException e) {
      TokenStreamLocation place = e.getLocation();
      String at =
          place == null ? "" : " at line " + place.getLineNr() + ", column " + place.getColumnNr();
      throw new ProblemException(
          ProblemCode.MALFORMED, "body: not JSON" + at + " (expected: a JSON object)");
    }
  }

  private <T> T readAll(Function<JsonBody, T> reading) {
    T value = reading.apply(this);
    for (String name : object.propertyNames()) {
      if (!known.contains(name)) {
        throw new ProblemException(
            ProblemCode.UNKNOWN_FIELD,
            path + name + ": unknown (expected: "
                + String.join(", ", known.stream().sorted().toList()) + ")");
      }
    }
    return value;
  }

  public String text(String name, int min, int max) {
    String value = optionalText(name, max);
    if (value == null) {
      throw invalid(name, "absent", "text");
    }
    if (value.length() < min) {
      throw invalid(name, value.length() + " characters", min + "-" + max);
    }
    return value;
  }

  public @Nullable String optionalText(String name, int max) {
    JsonNode node = field(name);
    if (node == null) {
      return null;
    }
    if (!node.isString()) {
      throw invalid(name, node.getNodeType().toString(), "text");
    }
    String value = node.stringValue();
    if (value.length() > max) {
      throw invalid(name, value.length() + " characters", "at most " + max);
    }
    if (!isStorable(value)) {
      throw invalid(name, "a NUL or half a surrogate pair", "Unicode text without NUL");
    }
    return value;
  }

  public long number(String name, long min, long max) {
    JsonNode node = field(name);
    if (node == null) {
      throw invalid(name, "absent", "number");
    }
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw invalid(name, node.toString(), "whole number");
    }
    long value = node.longValue();
    if (value < min || value > max) {
      throw invalid(name, String.valueOf(value), min + "-" + max);
    }
    return value;
  }

  public long number(String name, long absent, long min, long max) {
    return field(name) == null ? absent : number(name, min, max);
  }

  public boolean flag(String name, boolean absent) {
    JsonNode node = field(name);
    if (node == null) {
      return absent;
    }
    if (!node.isBoolean()) {
      throw invalid(name, node.toString(), "true or false");
    }
    return node.booleanValue();
  }

  /** Returns a number; null if it is absent. */
  public @Nullable Double decimal(String name) {
    JsonNode node = field(name);
    if (node == null) {
      return null;
    }
    if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
      throw invalid(name, node.toString(), "number");
    }
    return node.doubleValue();
  }

  /** Returns true if the field is there, also as a null. */
  public boolean has(String name) {
    return field(name) != null;
  }

  /** Returns true if the field is an explicit null. */
  public boolean isNull(String name) {
    JsonNode node = field(name);
    return node != null && node.isNull();
  }

  /** Returns the texts of an array; none if it is absent. */
  public List<String> texts(String name, int max, int longest) {
    JsonNode node = array(name, max);
    List<String> items = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      JsonNode item = node.get(i);
      String place = name + "[" + i + "]";
      if (!item.isString() || item.stringValue().length() > longest) {
        throw invalid(place, item.getNodeType().toString(), "text of at most " + longest);
      }
      if (!isStorable(item.stringValue())) {
        throw invalid(place, "a NUL or half a surrogate pair", "Unicode text without NUL");
      }
      items.add(item.stringValue());
    }
    return items;
  }

  /** Returns an array of at most so many items; an empty one if it is absent. */
  private JsonNode array(String name, int max) {
    JsonNode node = field(name);
    if (node == null) {
      return JsonNodeFactory.instance.arrayNode();
    }
    if (!node.isArray() || node.size() > max) {
      throw invalid(
          name, node.isArray() ? node.size() + " items" : "no array", "array of at most " + max);
    }
    return node;
  }

  /** Returns an object of any shape, for a caller that passes it on unchanged. */
  public JsonNode object(String name) {
    JsonNode node = field(name);
    if (node == null || !node.isObject()) {
      throw invalid(name, node == null ? "absent" : node.getNodeType().toString(), "an object");
    }
    return node;
  }

  /** Returns null if the field is absent. */
  public <T> @Nullable T optionalObject(String name, Function<JsonBody, T> reading) {
    JsonNode node = field(name);
    if (node == null) {
      return null;
    }
    if (!node.isObject()) {
      throw invalid(name, node.getNodeType().toString(), "an object");
    }
    return new JsonBody(path + name + ".", node).readAll(reading);
  }

  public <T> List<T> objects(String name, int max, Function<JsonBody, T> reading) {
    JsonNode node = array(name, max);
    List<T> items = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      JsonNode item = node.get(i);
      String place = path + name + "[" + i + "]";
      if (!item.isObject()) {
        throw new ProblemException(
            ProblemCode.INVALID, place + ": " + item + " (expected: an object)");
      }
      items.add(new JsonBody(place + ".", item).readAll(reading));
    }
    return items;
  }

  public ProblemException invalid(String name, String got, String expected) {
    return new ProblemException(
        ProblemCode.INVALID, path + name + ": " + got + " (expected: " + expected + ")");
  }

  private @Nullable JsonNode field(String name) {
    known.add(name);
    return object.get(name);
  }

  /** Returns true if the text can be stored: PostgreSQL rejects NUL, and would return half a surrogate pair as a question mark. */
  private static boolean isStorable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || Character.isLowSurrogate(c)) {
        return false;
      }
      if (Character.isHighSurrogate(c)) {
        i++;
        if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
          return false;
        }
      }
    }
    return true;
  }
}
