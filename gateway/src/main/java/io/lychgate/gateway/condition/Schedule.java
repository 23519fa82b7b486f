package io.lychgate.gateway.condition;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time in which a rule applies.
 *
 * @param from first moment, null for no start
 * @param until end, exclusive; null for no end
 */
public record Schedule(@Nullable Instant from, @Nullable Instant until) {
  public static final Schedule ALWAYS = new Schedule(null, null);

  public boolean isAlways() {
    return from == null && until == null;
  }

  public boolean includes(Instant moment) {
    return (from == null || !moment.isBefore(from)) && (until == null || moment.isBefore(until));
  }

  /** Returns true if the schedule includes neither this moment nor a later one. */
  public boolean isOver(Instant moment) {
    return until != null && !moment.isBefore(until);
  }
}
