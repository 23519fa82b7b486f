package io.lychgate.scheduler;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@link PriorityOverride}.
 *
 * @param priority argument for {@link StreamScheduler#override}; null keeps the current priority
 * @param source the {@link StatedPriority#source} that decided: the name of a rule or of a manifest's entry; null for every other
 *     reason
 */
public record PriorityDecision(
    PriorityReason reason,
    @Nullable StreamPriority priority,
    @Nullable String source) {
  /** Most decisions change nothing, so there is one shared object per reason. */
  private static final Map<PriorityReason, PriorityDecision> KEPT =
      new EnumMap<>(PriorityReason.class);

  static {
    for (PriorityReason reason : PriorityReason.values()) {
      KEPT.put(reason, new PriorityDecision(reason, null));
    }
  }

  public PriorityDecision(PriorityReason reason, @Nullable StreamPriority priority) {
    this(reason, priority, null);
  }

  static PriorityDecision keep(PriorityReason reason) {
    PriorityDecision kept = KEPT.get(reason);
    return kept == null ? new PriorityDecision(reason, null) : kept;
  }

  public boolean changes() {
    return priority != null;
  }
}
