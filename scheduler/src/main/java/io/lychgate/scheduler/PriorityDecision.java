package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * The answer of {@link PriorityOverride}.
 *
 * @param priority what to give to {@link StreamScheduler#reprioritize}; null keeps what is
 */
public record PriorityDecision(
    PriorityReason reason, @Nullable StreamPriority priority) {
  static PriorityDecision keep(PriorityReason reason) {
    return new PriorityDecision(reason, null);
  }

  public boolean changes() {
    return priority != null;
  }
}
