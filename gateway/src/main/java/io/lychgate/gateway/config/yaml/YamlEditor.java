package io.lychgate.gateway.config.yaml;

import io.lychgate.gateway.config.check.Checked;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes a YAML text so that it has another value, and keeps every line that need not change: comments, order, quotes and
 * indentation stay.
 *
 * <p>It finds the first difference between the text and the wanted value, makes the smallest edit there, parses the result, and
 * repeats until both are equal. It refuses a text that it cannot edit so (for example one with anchors). It never damages a text,
 * because it returns only a text that it has parsed and compared.
 */
public final class YamlEditor {
  /** Characters that may be parsed in total for one change: a second or two. */
  private static final long MAX_WORK = 50_000_000;

  private static final int MIN_EDITS = 20;

  private final YamlSchemaReader reader = YamlSchemaReader.ofSchema("{}");

  /** Returns the text after a JSON Merge Patch (RFC 7396); empty if it cannot be edited or parsed. */
  public Optional<String> merge(String text, JsonNode patch) {
    JsonNode now = text.isBlank() ? JsonNodeFactory.instance.objectNode() : read(text);
    return now == null ? Optional.empty() : edit(text, merged(now, patch));
  }

  /** RFC 7396 2. */
  private static JsonNode merged(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    if (target.isObject()) {
      target.properties().forEach(member -> result.set(member.getKey(), member.getValue()));
    }
    patch.properties().forEach(member -> {
      if (member.getValue().isNull()) {
        result.remove(member.getKey());
      } else {
        JsonNode before = result.path(member.getKey());
        result.set(member.getKey(), merged(before, member.getValue()));
      }
    });
    return result;
  }

  /** Returns the text, edited to have the value; empty if that is impossible. */
  public Optional<String> edit(String text, JsonNode wanted) {
    String edited = text;
    long edits = Math.max(MIN_EDITS, MAX_WORK / Math.max(1, text.length()));
    Set<String> seen = new HashSet<>();
    for (long i = 0; i < edits && seen.add(edited); i++) {
      JsonNode now = read(edited);
      if (now != null && same(now, wanted)) {
        return Optional.of(edited);
      }
      try {
        edited = now == null && i > 0 ? text : YamlEdit.first(edited, now, wanted);
      } catch (YamlEngineException | YamlEdit.Refusal e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private @Nullable JsonNode read(String text) {
    Checked<YamlNode> read = reader.read(text, "text");
    return read.isValid() ? read.value().json() : null;
  }

  /** Returns true if the values are equal. Numbers of different types are equal if their values are. */
  static boolean same(@Nullable JsonNode a, @Nullable JsonNode b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    if (a.size() != b.size()) {
      return false;
    }
    if (a.isNumber() && b.isNumber()) {
      return a.decimalValue().compareTo(b.decimalValue()) == 0;
    }
    if (a.isObject() && b.isObject()) {
      for (Map.Entry<String, JsonNode> member : a.properties()) {
        if (!same(member.getValue(), b.get(member.getKey()))) {
          return false;
        }
      }
      return true;
    }
    if (a.isArray() && b.isArray()) {
      Iterator<JsonNode> others = b.iterator();
      for (JsonNode item : a) {
        if (!same(item, others.next())) {
          return false;
        }
      }
      return true;
    }
    return a.equals(b);
  }
}
