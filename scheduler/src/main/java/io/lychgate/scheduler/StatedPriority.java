package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * A priority of a response that the server's side states: an operator's rule, or a manifest
 * of the resource. Immutable and made once, so that a decision can name it without a copy.
 *
 * @param urgency 0-7, or {@link #NO_URGENCY}
 * @param incremental null leaves it open
 * @param source who says it, as people and programs may be told
 */
public record StatedPriority(int urgency, @Nullable Boolean incremental, String source) {
  public static final int NO_URGENCY = -1;

  public StatedPriority {
    if (urgency < NO_URGENCY || urgency > Urgency.MAX_URGENCY) {
      throw new IllegalArgumentException("urgency: " + urgency + " (expected: -1 to 7)");
    }
  }

  boolean hasUrgency() {
    return urgency != NO_URGENCY;
  }

  /** Member by member, as RFC 9218 8 merges a response's field into the client's. */
  Urgency over(Urgency base) {
    return Urgency.of(
        hasUrgency() ? urgency : base.urgency(),
        incremental == null ? base.incremental() : incremental);
  }

  /** The members that are stated, as a Priority field has them. */
  public String field() {
    String first = hasUrgency() ? "u=" + urgency : "";
    if (incremental == null) {
      return first;
    }
    String second = incremental ? "i" : "i=?0";
    return first.isEmpty() ? second : first + ", " + second;
  }
}
