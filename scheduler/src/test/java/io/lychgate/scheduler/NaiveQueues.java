package io.lychgate.scheduler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** RFC 9218 by sorting: the model that {@link UrgencyQueues} must agree with. */
final class NaiveQueues {
  final Map<Integer, Urgency> priorities = new HashMap<>();

  /** Active streams; the incremental ones of an urgency in the order of their turns. */
  private final List<Integer> active = new ArrayList<>();

  /** 0 when none is active. */
  int next() {
    int chosen = active.stream()
        .min(Comparator.comparingInt((Integer id) -> of(id).urgency())
            .thenComparing(id -> of(id).incremental())
            .thenComparingInt(id -> of(id).incremental() ? active.indexOf(id) : id))
        .orElse(0);
    if (chosen != 0 && of(chosen).incremental()) {
      active.remove((Integer) chosen);
      active.add(chosen);
    }
    return chosen;
  }

  void move(int id, Urgency priority) {
    if (of(id) != priority && active.remove((Integer) id)) {
      active.add(id);
    }
    priorities.put(id, priority);
  }

  void active(int id, boolean isActive) {
    active.remove((Integer) id);
    if (isActive) {
      active.add(id);
    }
  }

  private Urgency of(int id) {
    return Objects.requireNonNull(priorities.get(id));
  }
}
