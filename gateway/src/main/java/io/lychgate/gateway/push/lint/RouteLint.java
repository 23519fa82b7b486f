package io.lychgate.gateway.push.lint;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.yaml.Suggestion;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.push.manifest.LocatedManifest.LocatedPriority;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks the routes that priority rules name against those of the configuration. Reports warnings and no errors, because different
 * people change routes and manifests at different times.
 */
public final class RouteLint {
  private final LocatedManifest manifest;
  private final Set<String> routes;
  private final List<Finding> findings = new ArrayList<>();

  private RouteLint(LocatedManifest manifest, Set<String> routes) {
    this.manifest = manifest;
    this.routes = routes;
  }

  /**
   * Returns the findings in the order of the text, at most {@link Limits#MAX_PROBLEMS}.
   *
   * @param routes the ids of all routes
   */
  public static List<Finding> of(LocatedManifest manifest, Set<String> routes) {
    RouteLint lint = new RouteLint(manifest, routes);
    manifest.priorities().forEach(lint::priority);
    return lint.findings;
  }

  /** Returns true if a priority rule names a route. */
  public static boolean isOfUse(LocatedManifest manifest) {
    return manifest.manifest().priorities().stream()
        .anyMatch(rule -> !rule.match().routes().isEmpty());
  }

  private void priority(LocatedPriority located) {
    YamlNode named =
        located.node().field("match").flatMap(match -> match.field("route")).orElse(null);
    if (named == null) {
      return;
    }
    String path = located.path() + ".match.route";
    if (named.json().isArray()) {
      List<YamlNode> names = named.items();
      for (int i = 0; i < names.size(); i++) {
        route(located, names.get(i), path + "[" + i + "]");
      }
    } else {
      route(located, named, path);
    }
  }

  private void route(LocatedPriority located, YamlNode named, String path) {
    String id = named.text();
    if (routes.contains(id) || findings.size() >= Limits.MAX_PROBLEMS) {
      return;
    }
    String rule = located.rule().name();
    findings.add(Finding.warning(
        manifest.manifest().name(),
        named.position(),
        path,
        id + ": no such route, " + (rule.isEmpty() ? "the rule" : "rule " + rule)
            + " never matches it "
            + Suggestion.nearest(id, routes)
                .map(near -> "(did you mean " + near + "?)")
                .orElse("(expected: the id of a route of the configuration)")));
  }
}
