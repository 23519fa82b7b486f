package io.lychgate.gateway.exchange;

import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.PushSettings;
import org.jspecify.annotations.Nullable;

/** The push planner of one loop, made anew when a snapshot comes with other settings. Event loop only. */
public final class LoopPlanners {
  private @Nullable PushPlanner current;

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
