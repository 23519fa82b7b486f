package io.lychgate.gateway.config.yaml;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads JSON that other programs wrote into a tree with positions. A YAML parser would read most of it too, but not JSON's tabs,
 * long keys and surrogate pairs. Safe with untrusted texts: size and nesting are bounded.
 */
public final class JsonTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final JsonFactory FACTORY = JsonFactory.builder()
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(Limits.MAX_DOCUMENT_DEPTH)
          .maxDocumentLength(Limits.MAX_DOCUMENT_BYTES)
          .build())
      .build();

  private final JsonParser parser;

  private JsonTree(JsonParser parser) {
    this.parser = parser;
  }

  /** Returns the tree, or the first problem of the text. Never throws. */
  public static Checked<YamlNode> read(String text, String sourceName) {
    String json = text.startsWith("\uFEFF") ? text.substring(1) : text;
    if (json.length() > Limits.MAX_DOCUMENT_BYTES) {
      return invalid(
          sourceName,
          Position.START,
          "document: " + json.length() + " characters (expected: at most "
              + Limits.MAX_DOCUMENT_BYTES + ")");
    }
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() == null) {
        return invalid(sourceName, Position.START, "document: empty (expected: JSON)");
      }
      YamlNode root = new JsonTree(parser).value();
      if (parser.nextToken() != null) {
        return invalid(
            sourceName,
            position(parser.currentTokenLocation()),
            "document: more after its end (expected: one JSON value)");
      }
      return Checked.valid(root);
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      return invalid(
          sourceName,
          at == null ? Position.START : position(at),
          "JSON: "
              + String.valueOf(e.getOriginalMessage()).replaceAll("\\s+", " ").strip());
    } catch (DuplicateKey e) {
      return invalid(sourceName, e.position, e.key + ": a second one (expected: each key once)");
    }
  }

  private static final class DuplicateKey extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Position position;
    private final String key;

    DuplicateKey(Position position, String key) {
      super(key, null, false, false);
      this.position = position;
      this.key = key;
    }
  }

  private YamlNode value() throws DuplicateKey {
    Position at = position(parser.currentTokenLocation());
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(at);
      case START_ARRAY -> array(at);
      default -> YamlNode.scalar(scalar(), at);
    };
  }

  private YamlNode object(Position start) throws DuplicateKey {
    ObjectNode json = NODES.objectNode();
    Map<String, YamlNode.Field> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      Position at = position(parser.currentTokenLocation());
      String key = parser.currentName();
      parser.nextToken();
      YamlNode value = value();
      if (fields.putIfAbsent(key, new YamlNode.Field(at, value)) != null) {
        throw new DuplicateKey(at, key);
      }
      json.set(key, value.json());
    }
    return YamlNode.mapping(json, start, fields);
  }

  private YamlNode array(Position start) throws DuplicateKey {
    ArrayNode json = NODES.arrayNode();
    List<YamlNode> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      YamlNode item = value();
      items.add(item);
      json.add(item.json());
    }
    return YamlNode.sequence(json, start, items);
  }

  private JsonNode scalar() {
    return switch (parser.currentToken()) {
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      case VALUE_NUMBER_INT ->
        // No key needs more digits than a long has, and they are expensive to convert.
        parser.getString().length() < 19
            ? NODES.numberNode(parser.getLongValue())
            : NODES.stringNode(parser.getString());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
      default -> NODES.stringNode(parser.getString());
    };
  }

  private static Position position(TokenStreamLocation at) {
    return new Position(Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
  }

  private static Checked<YamlNode> invalid(String sourceName, Position at, String message) {
    return Checked.invalid(
        List.of(new ConfigProblem(sourceName, at.line(), at.column(), "", message)));
  }
}
