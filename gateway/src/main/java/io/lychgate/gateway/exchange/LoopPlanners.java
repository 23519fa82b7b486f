package io.lychgate.gateway.exchange;

import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.push.priority.PrioritySubject;
import org.jspecify.annotations.Nullable;

/**
 * The planning state of one loop: the push planner, replaced when a snapshot brings other settings, and the think times of pages.
 * Event loop only.
 */
public final class LoopPlanners {
  private final ThinkTimes thinkTimes = new ThinkTimes();
  private final PrioritySubject prioritySubject = new PrioritySubject();
  private @Nullable PushPlanner current;

  ThinkTimes thinkTimes() {
    return thinkTimes;
  }

  /** The subject for priority rules, filled anew for each response. */
  PrioritySubject prioritySubject() {
    return prioritySubject;
  }

  PushPlanner of(Snapshot snapshot) {
    PushPlanner planner = current;
    PushSettings settings = snapshot.push();
    if (planner == null || !planner.settings().equals(settings)) {
      planner = new PushPlanner(settings);
      current = planner;
    }
    return planner;
  }
}
