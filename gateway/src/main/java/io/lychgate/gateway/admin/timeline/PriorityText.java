package io.lychgate.gateway.admin.timeline;

import io.lychgate.scheduler.StreamPriority;
import io.lychgate.scheduler.TreeDependency;
import io.lychgate.scheduler.Urgency;
import org.jspecify.annotations.Nullable;

/** A stream's place in words. */
final class PriorityText {
  /** DevTools' names for what Chromium sends as urgency 0 to 4, and for what is less urgent than that. */
  private static final String[] CHROME = {"VeryHigh", "High", "Medium", "Low", "VeryLow"};

  private PriorityText() {}

  /** As the Priority field says it, or the place in the tree. */
  static @Nullable String of(@Nullable StreamPriority priority) {
    if (priority instanceof TreeDependency place) {
      String weight = place.weight() == TreeDependency.RAISED_WEIGHT
          ? "before all weights"
          : "weight " + place.weight();
      return place.parentId() == 0 ? weight : weight + " below stream " + place.parentId();
    }
    return priority == null ? null : priority.toString();
  }

  /** What DevTools shows of an archive. */
  static @Nullable String ofChrome(@Nullable StreamPriority priority) {
    if (priority == null) {
      return null;
    }
    Urgency urgency = priority instanceof TreeDependency place
        ? Urgency.ofWeight(place.weight())
        : (Urgency) priority;
    return CHROME[Math.min(urgency.urgency(), CHROME.length - 1)];
  }
}
