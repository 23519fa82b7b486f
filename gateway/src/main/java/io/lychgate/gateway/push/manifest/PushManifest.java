package io.lychgate.gateway.push.manifest;

import io.lychgate.gateway.condition.Condition;
import io.lychgate.gateway.condition.Schedule;
import io.lychgate.gateway.condition.VariantChoice;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.priority.PriorityRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The assets that an operator wants sent ahead of pages, checked and compiled.
 *
 * @param name the name of the store's manifest or of the file
 * @param hosts never empty; a manifest without hosts is for every host
 * @param rules rules in order; every rule that matches a page applies
 * @param priorities the operator's priority rules; the first that matches a response decides
 * @param warnings findings that do not stop the manifest from working: unknown keys
 */
public record PushManifest(
    String name,
    List<HostPattern> hosts,
    List<Rule> rules,
    List<PriorityRule> priorities,
    List<ConfigProblem> warnings) {
  public PushManifest {
    hosts = List.copyOf(hosts);
    rules = List.copyOf(rules);
    priorities = List.copyOf(priorities);
    warnings = List.copyOf(warnings);
  }

  /**
   * The assets of the pages that match.
   *
   * @param match pattern of the paths
   * @param when a condition on the request, null for none
   * @param schedule the time in which the rule applies
   * @param assets assets for all its pages
   * @param variants more assets: those of the first variant whose choice matches
   */
  public record Rule(
      PathPattern match,
      @Nullable Condition when,
      Schedule schedule,
      List<Asset> assets,
      List<Variant> variants) {
    public Rule {
      assets = List.copyOf(assets);
      variants = List.copyOf(variants);
    }

    /** Returns true if all of the rule applies to every request of its pages. */
    public boolean isPlain() {
      return when == null && schedule.isAlways() && variants.isEmpty();
    }
  }

  /** Assets for some of the clients of a rule's pages. */
  public record Variant(VariantChoice choice, List<Asset> assets) {
    public Variant {
      assets = List.copyOf(assets);
    }
  }

  /** Returns true if its rules apply to this host. */
  public boolean isFor(CharSequence host) {
    for (HostPattern pattern : hosts) {
      if (pattern.matches(host)) {
        return true;
      }
    }
    return false;
  }
}
