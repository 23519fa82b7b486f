package io.lychgate.gateway.publish;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.yaml.YamlEditor;
import io.lychgate.gateway.push.diff.Change;
import io.lychgate.gateway.push.diff.ManifestDiff;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.push.manifest.ManifestReader;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Compares texts of a manifest by meaning, and takes one rule of one text over into another. */
public final class RuleRestore {
  private static final String RULES = "rules";

  private final ManifestReader reader = new ManifestReader();
  private final YamlEditor editor = new YamlEditor();

  /** Returns the changes; empty if this version cannot read one of the texts. A text that is null has no rules. */
  public Optional<List<Change>> changes(@Nullable String before, @Nullable String after) {
    Checked<LocatedManifest> old = read(before);
    Checked<LocatedManifest> now = read(after);
    return old.isValid() && now.isValid()
        ? Optional.of(ManifestDiff.between(old.value().manifest(), now.value().manifest()))
        : Optional.empty();
  }

  /** The result of a restoration: a text, or the reason why there is none. */
  public record Restored(@Nullable String text, String refusal) {
    static Restored refused(String reason) {
      return new Restored(null, reason);
    }
  }

  /**
   * Returns the draft with one rule as it was. A rule that the old text does not have is removed. Comments and the order of
   * everything else stay.
   *
   * @param rule name as changes have it
   */
  public Restored restore(String draft, String old, String rule) {
    Checked<LocatedManifest> from = read(old);
    Checked<LocatedManifest> into = read(draft);
    if (!from.isValid() || !into.isValid()) {
      return Restored.refused(
          (from.isValid() ? "draft" : "revision") + ": has errors (expected: a valid manifest)");
    }
    int source = ManifestDiff.ruleNames(from.value().manifest()).indexOf(rule);
    int target = ManifestDiff.ruleNames(into.value().manifest()).indexOf(rule);
    if (source < 0 && target < 0) {
      return Restored.refused(
          "rule: " + rule + " (expected: a rule of the revision or of the draft)");
    }
    JsonNode oldRules = from.value().document().json().path(RULES);
    ObjectNode wanted = object(into.value().document().json());
    ArrayNode rules = JsonNodeFactory.instance.arrayNode();
    wanted.path(RULES).forEach(rules::add);
    if (source < 0) {
      rules.remove(target);
    } else if (target >= 0) {
      rules.set(target, oldRules.get(source));
    } else {
      rules.insert(Math.min(source, rules.size()), oldRules.get(source));
    }
    wanted.set(RULES, rules);
    return editor
        .edit(draft, wanted)
        .map(text -> new Restored(text, ""))
        .orElseGet(() -> Restored.refused(
            "draft: cannot be edited in parts (expected: valid YAML without anchors)"));
  }

  private static ObjectNode object(JsonNode node) {
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    node.properties().forEach(member -> copy.set(member.getKey(), member.getValue()));
    return copy;
  }

  /** Reads a text. An expression that takes too long to compile is an error of the text. */
  private Checked<LocatedManifest> read(@Nullable String text) {
    long startedAt = System.nanoTime();
    return reader.readLocated(
        text == null ? "rules: []" : text,
        "manifest",
        () -> System.nanoTime() - startedAt > Limits.VALIDATION.toNanos());
  }
}
