package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * A priority of a response stated by the server side: by an operator's rule, or by a manifest for the resource. Immutable and
 * created once, so that a decision can refer to it without a copy.
 *
 * @param urgency 0-7, or {@link #NO_URGENCY}
 * @param incremental null leaves it open
 * @param source name of the rule or entry, for people and programs
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

  /** Returns this priority merged into another member by member, as RFC 9218 8 merges a response's field into the client's. */
  Urgency over(Urgency base) {
    return Urgency.of(
        hasUrgency() ? urgency : base.urgency(),
        incremental == null ? base.incremental() : incremental);
  }

  /** Returns the stated members in the syntax of a Priority field. */
  public String field() {
    String first = hasUrgency() ? "u=" + urgency : "";
    if (incremental == null) {
      return first;
    }
    String second = incremental ? "i" : "i=?0";
    return first.isEmpty() ? second : first + ", " + second;
  }
}
