package io.lychgate.gateway.admin.timeline;

import io.lychgate.scheduler.StreamPriority;
import io.lychgate.scheduler.TreeDependency;
import io.lychgate.scheduler.Urgency;
import org.jspecify.annotations.Nullable;

/** The priority of a stream as text. */
final class PriorityText {
  /** DevTools' names for urgency 0 to 4 as Chromium sends them; the last one is also for less urgent streams. */
  private static final String[] CHROME = {"VeryHigh", "High", "Medium", "Low", "VeryLow"};

  private PriorityText() {}

  /** Returns the value of a Priority field, or the place in the tree. */
  static @Nullable String of(@Nullable StreamPriority priority) {
    if (priority instanceof TreeDependency place) {
      String weight = place.weight() == TreeDependency.RAISED_WEIGHT
          ? "before all weights"
          : "weight " + place.weight();
      return place.parentId() == 0 ? weight : weight + " below stream " + place.parentId();
    }
    return priority == null ? null : priority.toString();
  }

  /** Returns the name that DevTools shows for an archive. */
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
