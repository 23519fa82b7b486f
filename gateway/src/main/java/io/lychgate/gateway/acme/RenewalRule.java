package io.lychgate.gateway.acme;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Decides when a certificate is ordered again. */
final class RenewalRule {
  /** First pause after a failed order. It doubles with each further one. */
  static final Duration FIRST_PAUSE = Duration.ofMinutes(1);

  /** Longest pause: renewal begins weeks before the end, and authorities limit failed orders by the hour. */
  static final Duration LONGEST_PAUSE = Duration.ofHours(12);

  private static final int MOST_DOUBLINGS = 20;

  /** The jitter of a renewal without advice of the authority, as a part of the lifetime: certificates of one day spread. */
  private static final int JITTER_PART = 20;

  private RenewalRule() {}

  /** A window that the authority suggests (RFC 9773 section 4.1). */
  record Window(Instant begin, Instant end) {}

  /**
   * Returns the time at which two thirds of the lifetime are over, or somewhat earlier.
   *
   * @param begin notBefore
   * @param end notAfter
   */
  static Instant byLifetime(Instant begin, Instant end, RandomGenerator random) {
    long life = Math.max(0, Duration.between(begin, end).toMillis());
    long jitter = life / JITTER_PART;
    return begin.plusMillis(life * 2 / 3 - (jitter == 0 ? 0 : random.nextLong(jitter)));
  }

  /**
   * Returns a random time in the window of the authority (RFC 9773 section 4.2). A time that was chosen in it before stays.
   *
   * @param chosen the present choice; null for none
   */
  static Instant byWindow(Window window, @Nullable Instant chosen, RandomGenerator random) {
    if (chosen != null && !chosen.isBefore(window.begin) && !chosen.isAfter(window.end)) {
      return chosen;
    }
    long length = Duration.between(window.begin, window.end).toMillis();
    return length <= 0 ? window.begin : window.begin.plusMillis(random.nextLong(length));
  }

  /**
   * Returns the time of the next try after a failure.
   *
   * @param failures orders that failed in a row, at least 1
   * @param retryAfter the time that the authority has named; null for none
   */
  static Instant afterFailure(
      Instant now, int failures, @Nullable Instant retryAfter, RandomGenerator random) {
    Duration pause =
        FIRST_PAUSE.multipliedBy(1L << Math.min(Math.max(0, failures - 1), MOST_DOUBLINGS));
    long millis = Math.min(pause.toMillis(), LONGEST_PAUSE.toMillis());
    Instant own = now.plusMillis(millis + random.nextLong(millis / 10));
    return retryAfter != null && retryAfter.isAfter(own) ? retryAfter : own;
  }
}
