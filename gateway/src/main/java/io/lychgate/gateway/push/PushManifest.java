package io.lychgate.gateway.push;

import io.lychgate.gateway.config.ConfigProblem;
import io.lychgate.gateway.config.HostPattern;
import io.lychgate.gateway.config.PathPattern;
import io.lychgate.gateway.push.condition.Condition;
import io.lychgate.gateway.push.condition.Schedule;
import io.lychgate.gateway.push.condition.VariantChoice;
import io.lychgate.gateway.push.priority.PriorityRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operator wants sent ahead of which pages, checked and compiled.
 *
 * @param name of the store's manifest or of the file
 * @param hosts never empty; a manifest without hosts is for every host
 * @param rules all that match a page count, in this order
 * @param priorities what the operator wants of the order of responses; the first that is for a response decides
 * @param warnings what the author should know and what keeps nothing from working: keys that nothing reads
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
   * @param match which paths
   * @param when a condition on the request, null for none
   * @param schedule the time in which it counts
   * @param assets of all its pages
   * @param variants more assets: those of the first whose choice fits
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

    /** Whether it counts for every request of its pages, and all of it. */
    public boolean isPlain() {
      return when == null && schedule.isAlways() && variants.isEmpty();
    }
  }

  /** Assets for some of the visitors of a rule's pages. */
  public record Variant(VariantChoice choice, List<Asset> assets) {
    public Variant {
      assets = List.copyOf(assets);
    }
  }

  /** Whether its rules are for this host. */
  public boolean isFor(CharSequence host) {
    for (HostPattern pattern : hosts) {
      if (pattern.matches(host)) {
        return true;
      }
    }
    return false;
  }
}
