package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * Puts the priorities that the server side states over the decision without them. {@link PriorityOverride} defines their precedence
 * and its reasons.
 */
final class StatedOrder {
  private StatedOrder() {}

  /** @param unstated the decision without any statement */
  static PriorityDecision of(PriorityFacts facts, PriorityDecision unstated) {
    StatedPriority entry = facts.entry();
    StatedPriority rule = facts.rule();
    CharSequence field = facts.upstreamPriority();
    if (entry == null && rule == null && field == null) {
      return unstated;
    }
    boolean fieldHasUrgency = field != null && statesUrgency(field);
    boolean fieldCounts = fieldHasUrgency || (field != null && statesIncremental(field));
    boolean isUrgencyStated = hasUrgency(entry) || hasUrgency(rule) || fieldHasUrgency;
    if (hasUrgency(entry) || (!isUrgencyStated && entry != null)) {
      return decision(PriorityReason.MANIFEST_URGENCY, entry, facts, unstated, isUrgencyStated);
    }
    if (hasUrgency(rule) || (!isUrgencyStated && rule != null)) {
      return decision(PriorityReason.OPERATOR_RULE, rule, facts, unstated, isUrgencyStated);
    }
    return fieldCounts
        ? decision(PriorityReason.UPSTREAM_PRIORITY, null, facts, unstated, isUrgencyStated)
        : unstated;
  }

  private static PriorityDecision decision(
      PriorityReason reason,
      @Nullable StatedPriority decisive,
      PriorityFacts facts,
      PriorityDecision unstated,
      boolean isUrgencyStated) {
    String source = decisive == null ? null : decisive.source();
    if (!isUrgencyStated && facts.current() instanceof TreeDependency) {
      // Only incremental is stated, which a tree cannot express.
      return new PriorityDecision(reason, unstated.priority(), source);
    }
    return new PriorityDecision(reason, merged(facts, unstated), source);
  }

  private static Urgency merged(PriorityFacts facts, PriorityDecision unstated) {
    Urgency merged = base(facts, unstated.priority());
    if (facts.upstreamPriority() != null) {
      merged = PriorityField.parse(facts.upstreamPriority(), merged);
    }
    if (facts.rule() != null) {
      merged = facts.rule().over(merged);
    }
    return facts.entry() == null ? merged : facts.entry().over(merged);
  }

  private static Urgency base(PriorityFacts facts, @Nullable StreamPriority unstated) {
    if (unstated == null) {
      return facts.standing();
    }
    return unstated instanceof Urgency urgency ? urgency : Urgency.RAISED;
  }

  private static boolean hasUrgency(@Nullable StatedPriority stated) {
    return stated != null && stated.hasUrgency();
  }

  /** A stated member has the same value over any base. */
  private static boolean statesUrgency(CharSequence field) {
    return PriorityField.parse(field, Urgency.of(0, false)).urgency()
        == PriorityField.parse(field, Urgency.of(Urgency.MAX_URGENCY, false)).urgency();
  }

  private static boolean statesIncremental(CharSequence field) {
    return PriorityField.parse(field, Urgency.of(0, false)).incremental()
        == PriorityField.parse(field, Urgency.of(0, true)).incremental();
  }
}
