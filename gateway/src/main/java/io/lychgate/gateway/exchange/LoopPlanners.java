package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.Treatment;
import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.push.priority.PrioritySubject;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The planning state of one loop: the push planner, replaced when a snapshot brings other settings, and the think times of pages.
 * Event loop only.
 */
public final class LoopPlanners {
  private final ThinkTimes thinkTimes = new ThinkTimes();
  private final PrioritySubject prioritySubject = new PrioritySubject();
  private @Nullable PushPlanner current;

  /** Planners with the values of arms: at most one for each of the eight combinations of their switches. */
  private final Map<PushSettings, PushPlanner> ofArms = new HashMap<>();

  ThinkTimes thinkTimes() {
    return thinkTimes;
  }

  /** The subject for priority rules, filled anew for each response. */
  PrioritySubject prioritySubject() {
    return prioritySubject;
  }

  /** Returns the planner with the values that experiments set for an exchange. */
  PushPlanner of(Snapshot snapshot, Treatment treatment) {
    PushPlanner configured = of(snapshot);
    if (!treatment.changesEarly()) {
      return configured;
    }
    PushSettings settings = configured.settings().with(treatment);
    return settings.equals(configured.settings())
        ? configured
        : ofArms.computeIfAbsent(settings, PushPlanner::new);
  }

  PushPlanner of(Snapshot snapshot) {
    PushPlanner planner = current;
    PushSettings settings = snapshot.push();
    if (planner == null || !planner.settings().equals(settings)) {
      planner = new PushPlanner(settings);
      current = planner;
      ofArms.clear();
    }
    return planner;
  }
}
