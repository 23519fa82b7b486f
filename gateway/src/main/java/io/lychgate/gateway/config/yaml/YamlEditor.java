package io.lychgate.gateway.config.yaml;

import io.lychgate.gateway.config.Checked;
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
 * Changes a YAML text so that it reads as another value, and leaves alone every line that need not change: comments, order,
 * quotes and indentation stay.
 *
 * <p>It looks for the first place at which the text and the wanted value differ, makes the smallest edit there, reads the
 * result again, and goes on until both are equal. A text that cannot be edited so (one with anchors, say) is refused and
 * never spoilt, because the last reading is the proof.
 */
public final class YamlEditor {
  /** Characters that all readings of one change may take together: a second or two. */
  private static final long MAX_WORK = 50_000_000;

  private static final int MIN_EDITS = 20;

  private final YamlSchemaReader reader = YamlSchemaReader.ofSchema("{}");

  /** The text after a JSON Merge Patch (RFC 7396); empty when it cannot be edited. An unreadable text cannot. */
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

  /** The text, edited so that it reads as the value; empty when it cannot be. */
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

  /** Numbers are the same by their value, whatever type the parser chose. */
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
