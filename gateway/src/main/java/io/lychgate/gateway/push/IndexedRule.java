package io.lychgate.gateway.push;

import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.condition.Condition;
import io.lychgate.gateway.condition.Schedule;
import io.lychgate.gateway.condition.VariantChoice;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.push.facts.ManifestEntry;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A rule in force with its entries. Shared by all event loops. */
record IndexedRule(
    PathPattern match,
    @Nullable Condition when,
    Schedule schedule,
    List<ManifestEntry> entries,
    List<IndexedVariant> variants) {

  /** The entries of one variant of a rule. */
  record IndexedVariant(VariantChoice choice, List<ManifestEntry> entries) {}

  /** Adds the entries that apply to this request. Called once the path has matched. */
  void addTo(PushPlan plan, Selection selection) {
    if (when == null && variants.isEmpty() && schedule.isAlways()) {
      plan.addAll(entries);
      return;
    }
    SkipReason whyNot = whyNot(selection);
    if (whyNot == null) {
      plan.addAll(entries);
      addVariants(plan, selection);
    } else if (whyNot == SkipReason.CONDITION_FAILED || selection.isExplained()) {
      // A failed condition is a configuration error, so counters and the access log always name it.
      forEach(entry -> plan.ruleOut(entry, whyNot));
    }
  }

  private @Nullable SkipReason whyNot(Selection selection) {
    if (!schedule.isAlways() && !schedule.includes(selection.time())) {
      return SkipReason.OUTSIDE_SCHEDULE;
    }
    if (when == null) {
      return null;
    }
    return switch (when.test(selection.view())) {
      case TRUE -> null;
      case FALSE -> SkipReason.CONDITION_FALSE;
      case FAILED -> SkipReason.CONDITION_FAILED;
    };
  }

  private void addVariants(PushPlan plan, Selection selection) {
    boolean isChosen = false;
    for (int i = 0; i < variants.size(); i++) {
      IndexedVariant variant = variants.get(i);
      if (!isChosen && variant.choice().matches(selection.view())) {
        isChosen = true;
        plan.addAll(variant.entries());
      } else if (selection.isExplained()) {
        variant.entries().forEach(entry -> plan.ruleOut(entry, SkipReason.OTHER_VARIANT));
      }
    }
  }

  /** Passes every entry to the action, those of all variants included. */
  void forEach(Consumer<ManifestEntry> action) {
    entries.forEach(action);
    variants.forEach(variant -> variant.entries().forEach(action));
  }
}
