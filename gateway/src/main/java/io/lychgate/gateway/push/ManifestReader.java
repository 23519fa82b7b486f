package io.lychgate.gateway.push;

import io.lychgate.gateway.config.Checked;
import io.lychgate.gateway.config.ConfigProblem;
import io.lychgate.gateway.config.HostPattern;
import io.lychgate.gateway.config.PathPattern;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.config.yaml.YamlSchemaReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads push manifests: YAML or JSON text in, a compiled manifest or problems with line and column out. Thread-safe; make
 * one and keep it.
 *
 * <p>Beyond the schema it checks what a schema cannot: patterns compile, URLs are absolute paths or absolute https URLs,
 * no rule names a URL twice, and no asset asks for a delivery that browsers ignore.
 */
public final class ManifestReader {
  private final YamlSchemaReader schema =
      YamlSchemaReader.ofResource("/schema/push-manifest.schema.json");

  /**
   * The manifest in the text.
   *
   * @param name of the manifest: the problems and the explanations of plans carry it
   */
  public Checked<PushManifest> read(String text, String name) {
    Checked<YamlNode> document = schema.read(text, name);
    return document.isValid()
        ? new Reading(name).manifest(document.value())
        : Checked.invalid(document.problems());
  }

  /** One document that obeys the schema, on its way to a manifest. */
  private static final class Reading {
    private final String name;
    private final List<ConfigProblem> problems = new ArrayList<>();

    Reading(String name) {
      this.name = name;
    }

    Checked<PushManifest> manifest(YamlNode root) {
      List<HostPattern> hosts = hosts(root);
      List<PushManifest.Rule> rules = new ArrayList<>();
      List<YamlNode> nodes = root.field("rules").map(YamlNode::items).orElse(List.of());
      for (int i = 0; i < nodes.size(); i++) {
        rule(nodes.get(i), "rules[" + i + "]", rules);
      }
      return problems.isEmpty()
          ? Checked.valid(new PushManifest(name, hosts, rules))
          : Checked.invalid(problems);
    }

    private List<HostPattern> hosts(YamlNode root) {
      List<HostPattern> hosts = new ArrayList<>();
      List<YamlNode> nodes = root.field("hosts").map(YamlNode::items).orElse(List.of());
      for (int i = 0; i < nodes.size(); i++) {
        YamlNode node = nodes.get(i);
        String problem = HostPattern.problemOf(node.text());
        if (problem.isEmpty()) {
          hosts.add(HostPattern.of(node.text()));
        } else {
          object(node.position(), "hosts[" + i + "]", problem);
        }
      }
      return hosts.isEmpty() ? List.of(HostPattern.any()) : hosts;
    }

    private void rule(YamlNode rule, String path, List<PushManifest.Rule> into) {
      List<Asset> assets = new ArrayList<>();
      Map<String, Position> seen = new HashMap<>();
      List<YamlNode> nodes = rule.field("assets").map(YamlNode::items).orElse(List.of());
      for (int i = 0; i < nodes.size(); i++) {
        AssetReader reader =
            new AssetReader(nodes.get(i), path + ".assets[" + i + "]", this::object);
        reader.read(seen, assets);
      }
      YamlNode match = rule.field("match").orElse(rule);
      PathPattern pattern = pattern(match, path + ".match");
      if (pattern != null) {
        into.add(new PushManifest.Rule(pattern, assets));
      }
    }

    private @Nullable PathPattern pattern(YamlNode match, String path) {
      boolean isRegex = match.field("regex").isPresent();
      YamlNode node = match.field(isRegex ? "regex" : "path").orElse(match);
      String problem = isRegex
          ? PathPattern.problemOfRegex(node.text())
          : PathPattern.problemOfGlob(node.text());
      if (!problem.isEmpty()) {
        object(node.position(), path + (isRegex ? ".regex" : ".path"), problem);
        return null;
      }
      return isRegex ? PathPattern.regex(node.text()) : PathPattern.glob(node.text());
    }

    private void object(Position position, String path, String message) {
      problems.add(new ConfigProblem(name, position.line(), position.column(), path, message));
    }
  }
}
