package io.lychgate.scheduler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** RFC 9218 by sorting: the model that {@link UrgencyQueues} must agree with. */
final class NaiveQueues {
  static final int MAX_IDLE = 5;

  private final Map<Integer, Urgency> priorities = new HashMap<>();
  private final Set<Integer> idle = new HashSet<>();

  /** Active streams; incremental streams of one urgency are in the order of their turns. */
  private final List<Integer> active = new ArrayList<>();

  /** Returns false if there is no space for another idle stream. */
  boolean idle(int id, Urgency priority) {
    if (!idle.contains(id) && idle.size() == MAX_IDLE) {
      return false;
    }
    idle.add(id);
    priorities.put(id, priority);
    return true;
  }

  /** A priority set before the request overrides the priority of the request. */
  void open(int id, @Nullable Urgency priority) {
    if (!idle.contains(id)) {
      priorities.put(id, priority == null ? Urgency.DEFAULT : priority);
    }
    idle.removeIf(other -> other <= id);
  }

  /** Returns 0 if no stream is active. */
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
