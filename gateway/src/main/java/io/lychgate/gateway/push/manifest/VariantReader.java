package io.lychgate.gateway.push.manifest;

import io.lychgate.gateway.condition.ClientHints;
import io.lychgate.gateway.condition.VariantChoice;
import io.lychgate.gateway.condition.VariantChoice.Source;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.manifest.AssetReader.Objections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the choice of one variant of a rule. */
final class VariantReader {
  private final YamlNode node;
  private final String path;
  private final Objections objections;

  VariantReader(YamlNode node, String path, Objections objections) {
    this.node = node;
    this.path = path;
    this.objections = objections;
  }

  /** @param isLast true if the variant may be the default */
  VariantChoice choice(boolean isLast) {
    String hint = ClientHints.canonical(text("hint"));
    String cookie = text("cookie");
    List<String> values = values();
    Double atLeast = number("atLeast");
    Double atMost = number("atMost");
    boolean hasTest = !values.isEmpty() || atLeast != null || atMost != null;
    if (!hint.isEmpty() && !cookie.isEmpty()) {
      object("cookie", "beside hint (expected: one of both)");
    } else if (hint.isEmpty() && cookie.isEmpty()) {
      return defaultChoice(isLast, hasTest);
    }
    if (!hint.isEmpty() && !ClientHints.isHint(hint)) {
      object(
          "hint",
          hint
              + " (expected: a client hint, which begins with sec-ch- or is save-data, dpr, width, "
              + "viewport-width, device-memory, rtt, downlink or ect)");
    }
    if (!values.isEmpty() && (atLeast != null || atMost != null)) {
      object("is", "beside a bound (expected: is, or atLeast and atMost)");
    }
    if (atLeast != null && atMost != null && atLeast > atMost) {
      object("atMost", atMost + " (expected: not less than atLeast, which is " + atLeast + ")");
    }
    Source source = hint.isEmpty() ? Source.COOKIE : Source.HINT;
    return new VariantChoice(source, hint.isEmpty() ? cookie : hint, values, atLeast, atMost);
  }

  private VariantChoice defaultChoice(boolean isLast, boolean hasTest) {
    if (hasTest) {
      object("hint", "missing (expected: hint or cookie, whose value is meant)");
    } else if (!isLast) {
      object(
          "hint", "missing (expected: hint or cookie; only the last variant may be the default)");
    }
    return VariantChoice.DEFAULT;
  }

  private List<String> values() {
    return node.field("is")
        .map(is -> is.json().isArray()
            ? is.items().stream().map(YamlNode::text).toList()
            : List.of(is.text()))
        .orElse(List.of());
  }

  private String text(String key) {
    return node.field(key).map(YamlNode::text).orElse("");
  }

  private @Nullable Double number(String key) {
    return node.field(key).map(value -> value.json().asDouble()).orElse(null);
  }

  private void object(String key, String rest) {
    Position position = node.field(key).map(YamlNode::position).orElse(node.position());
    objections.add(position, path + "." + key, path + "." + key + ": " + rest);
  }
}
