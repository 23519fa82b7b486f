package io.lychgate.gateway.experiment;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of an experiment.
 *
 * @param plannedAt start of the pre-period, in milliseconds since 1970; 0 without one
 * @param startedAt milliseconds since 1970; 0 before the start
 * @param endedAt milliseconds since 1970; 0 before the end
 * @param from first place in its layer that is reserved for it, from 0 to 9,999
 * @param stopped arms that were stopped, with the reason of each
 * @param stoppedAt milliseconds since 1970 at which they were; an older build has not recorded it
 * @param winner the arm that a person has chosen; null before
 * @param isApplied true if all clients get the winner until a person removes it
 */
public record Life(
    Phase phase,
    long plannedAt,
    long startedAt,
    long endedAt,
    int from,
    Map<String, String> stopped,
    Map<String, Long> stoppedAt,
    @Nullable String winner,
    boolean isApplied) {
  static final Life DRAFT = new Life(Phase.DRAFT, 0, 0, 0, 0, Map.of(), Map.of(), null, false);

  public Life {
    stopped = Map.copyOf(stopped);
    stoppedAt = Map.copyOf(Objects.requireNonNullElse(stoppedAt, Map.of()));
  }

  Life planned(long at, int place) {
    return new Life(Phase.PLANNED, at, 0, 0, place, Map.of(), Map.of(), null, false);
  }

  Life started(long at, int place) {
    return new Life(Phase.RUNNING, plannedAt, at, 0, place, Map.of(), Map.of(), null, false);
  }

  Life in(Phase next) {
    return new Life(
        next, plannedAt, startedAt, endedAt, from, stopped, stoppedAt, winner, isApplied);
  }

  Life ended(long at) {
    return new Life(
        Phase.STOPPED, plannedAt, startedAt, at, from, stopped, stoppedAt, winner, isApplied);
  }

  Life without(String arm, String reason, long at) {
    Map<String, String> reasons = new LinkedHashMap<>(stopped);
    reasons.put(arm, reason);
    Map<String, Long> times = new LinkedHashMap<>(stoppedAt);
    times.put(arm, at);
    return new Life(phase, plannedAt, startedAt, endedAt, from, reasons, times, winner, isApplied);
  }

  Life decided(@Nullable String chosen, boolean applies) {
    return new Life(
        Phase.DECIDED, plannedAt, startedAt, endedAt, from, stopped, stoppedAt, chosen, applies);
  }
}
