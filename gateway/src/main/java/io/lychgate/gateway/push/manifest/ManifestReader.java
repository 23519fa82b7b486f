package io.lychgate.gateway.push.manifest;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.config.yaml.YamlSchemaReader;
import io.lychgate.gateway.push.priority.PriorityRule;
import io.lychgate.gateway.push.priority.PriorityRuleReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Reads push manifests: takes YAML or JSON text, returns a compiled manifest or problems with line and column. Thread-safe; create
 * one and keep it.
 *
 * <p>Beyond the schema it checks that patterns and conditions compile, that schedules are consistent, and that URLs are absolute
 * paths or absolute https URLs. No rule may name a URL twice, and no asset may ask for a delivery that browsers ignore. An unknown
 * key is a warning, unless it looks like a typing error of a known one.
 */
public final class ManifestReader {
  private final YamlSchemaReader schema =
      YamlSchemaReader.ofResource("/schema/push-manifest.schema.json");

  /**
   * Reads the manifest in the text.
   *
   * @param name the name of the manifest, used in problems and in explanations of plans
   */
  public Checked<PushManifest> read(String text, String name) {
    Checked<LocatedManifest> located = readLocated(text, name);
    return located.isValid()
        ? Checked.valid(located.value().manifest())
        : Checked.invalid(located.problems());
  }

  /** Reads like {@link #read} and keeps the places of all parts. */
  public Checked<LocatedManifest> readLocated(String text, String name) {
    return readLocated(text, name, () -> false);
  }

  /** @param isLate true once reading has taken too long; each expression not yet compiled is then a problem */
  public Checked<LocatedManifest> readLocated(String text, String name, BooleanSupplier isLate) {
    List<ConfigProblem> warnings = new ArrayList<>();
    Checked<YamlNode> document = schema.readTolerantly(text, name, warnings::add);
    return document.isValid()
        ? new Reading(text, name, new TextCompiler(isLate)).manifest(document.value(), warnings)
        : Checked.invalid(document.problems());
  }

  /** One document that conforms to the schema, while it is converted to a manifest. */
  private static final class Reading {
    private final String text;
    private final String name;
    private final TextCompiler compiler;
    private final List<ConfigProblem> problems = new ArrayList<>();

    Reading(String text, String name, TextCompiler compiler) {
      this.text = text;
      this.name = name;
      this.compiler = compiler;
    }

    Checked<LocatedManifest> manifest(YamlNode root, List<ConfigProblem> warnings) {
      List<HostPattern> hosts = hosts(root);
      List<PushManifest.Rule> rules = new ArrayList<>();
      List<YamlNode> nodes = root.field("rules").map(YamlNode::items).orElse(List.of());
      for (int i = 0; i < nodes.size(); i++) {
        PushManifest.Rule rule =
            new RuleReader(nodes.get(i), "rules[" + i + "]", text, compiler, this::object).read();
        if (rule != null) {
          rules.add(rule);
        }
      }
      List<PriorityRule> priorities = priorities(root);
      return problems.isEmpty()
          ? Checked.valid(new LocatedManifest(
              new PushManifest(
                  name,
                  hosts,
                  rules,
                  priorities,
                  warnings.stream().limit(Limits.MAX_PROBLEMS).toList()),
              root))
          : Checked.invalid(problems);
    }

    private List<PriorityRule> priorities(YamlNode root) {
      PriorityRuleReader reader = new PriorityRuleReader(name, this::object);
      List<PriorityRule> priorities = new ArrayList<>();
      List<YamlNode> nodes = root.field("priorities").map(YamlNode::items).orElse(List.of());
      for (int i = 0; i < nodes.size(); i++) {
        PriorityRule rule = reader.read(nodes.get(i), i);
        if (rule != null) {
          priorities.add(rule);
        }
      }
      return priorities;
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

    private void object(Position position, String path, String message) {
      problems.add(new ConfigProblem(name, position.line(), position.column(), path, message));
    }
  }
}
