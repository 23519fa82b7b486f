package io.lychgate.gateway.history;

import io.lychgate.gateway.store.RollupWidth;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The choice of the step of a series, and of the rows that it sums. */
final class Steps {
  /** Steps in seconds. A day is the longest: 400 of them are all that is kept. */
  private static final List<Integer> SECONDS = List.of(
      1, 2, 5, 10, 30, 60, 120, 300, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400);

  /** A longer range has steps of a day: hours of a fleet of 8 over 42 days are 32,000 rows of each name. */
  private static final Duration LONGEST_OF_HOURS = Duration.ofDays(42);

  private Steps() {}

  /**
   * The rows that make a step.
   *
   * @param width null for the seconds in memory
   */
  record Choice(Duration step, @Nullable RollupWidth width) {}

  /**
   * Chooses the shortest step that gives at most this number of points from rows that are still kept.
   *
   * @param hasSeconds true if the seconds in memory have the whole range
   */
  static Choice choose(Instant from, Instant to, Instant now, int mostPoints, boolean hasSeconds) {
    Duration range = Duration.between(from, to);
    for (int seconds : SECONDS) {
      Duration step = Duration.ofSeconds(seconds);
      // The range may touch one step more than it is long.
      boolean fits = range.dividedBy(step) + 1 <= mostPoints;
      boolean isDay = step.compareTo(RollupWidth.DAY.length()) >= 0;
      if (!fits || (range.compareTo(LONGEST_OF_HOURS) > 0 && !isDay)) {
        continue;
      }
      if (hasSeconds) {
        return new Choice(step, null);
      }
      RollupWidth width = widest(step, from, now);
      if (width != null) {
        return new Choice(step, width);
      }
    }
    return new Choice(RollupWidth.DAY.length(), RollupWidth.DAY);
  }

  /** Returns the widest rows that sum to the step and are kept since then; null if there are none. */
  static @Nullable RollupWidth widest(Duration step, Instant from, Instant now) {
    RollupWidth widest = null;
    for (RollupWidth width : RollupWidth.values()) {
      if (step.toMillis() % width.length().toMillis() == 0 && isKept(width, from, now)) {
        widest = width;
      }
    }
    return widest;
  }

  /** Returns true if the store has not begun to delete the rows of this time. */
  static boolean isKept(RollupWidth width, Instant from, Instant now) {
    return !from.isBefore(now.minus(width.kept()).minus(width.length()));
  }

  /** Returns the start of the step that contains this time. */
  static long floor(long millis, Duration step) {
    return millis - Math.floorMod(millis, step.toMillis());
  }
}
