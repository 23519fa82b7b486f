package io.lychgate.gateway.push.explain;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.explain.PlanExplanation.Priority;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.priority.PriorityRules;
import io.lychgate.gateway.push.priority.PrioritySubject;
import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.StatedPriority;
import org.jspecify.annotations.Nullable;

/** Predicts which rule or entry decides on the priority of an asset's response, as far as known before the response. */
final class PriorityOutlook {
  private static final String NOT_CERTAIN =
      "Operator rules may apply; this is known only once the response arrives.";

  private final ManifestIndex index;
  private final RouteLookup routes;
  private final PrioritySubject subject = new PrioritySubject();

  PriorityOutlook(ManifestIndex index, RouteLookup routes) {
    this.index = index;
    this.routes = routes;
  }

  /**
   * Returns null if the server side states no priority.
   *
   * @param pageAuthority in lower case
   */
  @Nullable
  Priority of(String pageAuthority, Asset asset, @Nullable ManifestEntry entry) {
    String authority = asset.candidate().authority().isEmpty()
        ? pageAuthority
        : asset.candidate().authority();
    StatedPriority ofEntry = entry == null ? null : entry.priority();
    PriorityRules.Outlook rules = rules(authority, asset, entry);
    StatedPriority ofRule = rules.certain() == null ? null : rules.certain().stated();
    if (ofEntry == null && ofRule == null && rules.perhaps().isEmpty()) {
      return null;
    }
    boolean isRule = isRuleDecisive(ofEntry, ofRule);
    StatedPriority decisive = isRule ? ofRule : ofEntry;
    PriorityReason reason = isRule ? PriorityReason.OPERATOR_RULE : PriorityReason.MANIFEST_URGENCY;
    return new Priority(
        urgency(ofEntry, ofRule),
        incremental(ofEntry, ofRule),
        decisive == null ? null : reason.token(),
        decisive == null ? NOT_CERTAIN : reason.sentence(),
        decisive == null ? null : decisive.source(),
        rules.perhaps().stream().map(rule -> rule.stated().source()).toList());
  }

  private PriorityRules.Outlook rules(
      String authority, Asset asset, @Nullable ManifestEntry entry) {
    PriorityRules rules = index.priorities(authority);
    PlanTarget target = PlanTarget.of("https://" + authority + asset.path(), null);
    return rules.outlook(subject.expected(
        asset.path(),
        target == null ? null : routes.idFor(target),
        asset.destination(),
        entry == null ? 0 : asset.candidate().tier(),
        type(asset),
        index.facts().of(authority, asset.candidate()).bodyBytes()));
  }

  /**
   * Returns the certain part of the media type, or null. Scripts have several types; for images and fonts only the top-level type
   * is known.
   */
  private static @Nullable String type(Asset asset) {
    if (!asset.type().isEmpty()) {
      return asset.type();
    }
    Destination as = asset.destination();
    return switch (as) {
      case STYLE -> "text/css";
      case IMAGE, FONT -> as.token() + "/";
      default -> null;
    };
  }

  /** Same rule as {@code scheduler/StatedOrder}: the first that states an urgency decides, or else the first. */
  private static boolean isRuleDecisive(
      @Nullable StatedPriority entry, @Nullable StatedPriority rule) {
    return rule != null
        && (entry == null
            || (entry.urgency() == StatedPriority.NO_URGENCY
                && rule.urgency() != StatedPriority.NO_URGENCY));
  }

  private static @Nullable Integer urgency(
      @Nullable StatedPriority entry, @Nullable StatedPriority rule) {
    if (entry != null && entry.urgency() != StatedPriority.NO_URGENCY) {
      return entry.urgency();
    }
    return rule == null || rule.urgency() == StatedPriority.NO_URGENCY
        ? null
        : Integer.valueOf(rule.urgency());
  }

  private static @Nullable Boolean incremental(
      @Nullable StatedPriority entry, @Nullable StatedPriority rule) {
    if (entry != null && entry.incremental() != null) {
      return entry.incremental();
    }
    return rule == null ? null : rule.incremental();
  }
}
