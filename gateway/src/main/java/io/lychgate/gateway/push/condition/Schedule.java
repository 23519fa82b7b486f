package io.lychgate.gateway.push.condition;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time in which a rule counts.
 *
 * @param from its first moment, null for since ever
 * @param until its end, which does not belong to it; null for no end
 */
public record Schedule(@Nullable Instant from, @Nullable Instant until) {
  public static final Schedule ALWAYS = new Schedule(null, null);

  public boolean isAlways() {
    return from == null && until == null;
  }

  public boolean includes(Instant moment) {
    return (from == null || !moment.isBefore(from)) && (until == null || moment.isBefore(until));
  }

  /** Whether no moment from this one on belongs to it. */
  public boolean isOver(Instant moment) {
    return until != null && !moment.isBefore(until);
  }
}
