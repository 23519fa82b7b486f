package io.lychgate.gateway.admin.signon;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Slows down guesses of second factors, counted per user. A guesser knows the password already, so a long wait locks no user out who
 * should get in: keys of WebAuthn and the command line remain. A try counts as failed from its start until it succeeds.
 */
final class CodeThrottle {
  private static final int FREE_FAILURES = 5;
  private static final Duration LONGEST = Duration.ofMinutes(15);
  private static final int MAX_USERS = 10_000;

  /** With one guess each quarter of an hour, of a million codes with three valid, the chance in a day is one in 3,000. */
  private static final Duration EXPIRY = Duration.ofHours(24);

  private final InstantSource clock;
  private final Cache<String, Failures> failures =
      Caffeine.newBuilder().maximumSize(MAX_USERS).expireAfterWrite(EXPIRY).build();

  CodeThrottle(InstantSource clock) {
    this.clock = clock;
  }

  private record Failures(int count, long until) {}

  /** Returns zero if the try may proceed, and counts it as failed until it succeeds. Otherwise returns the time to wait. */
  Duration attempt(String user) {
    long now = clock.millis();
    long[] wait = new long[1];
    failures.asMap().compute(user, (name, known) -> {
      if (known != null && known.until() > now) {
        wait[0] = known.until() - now;
        return known;
      }
      int count = known == null ? 1 : known.count() + 1;
      int doublings = Math.min(count - FREE_FAILURES, 20);
      long pause = doublings < 0 ? 0 : Math.min(1000L << doublings, LONGEST.toMillis());
      return new Failures(count, now + pause);
    });
    return Duration.ofMillis(wait[0]);
  }

  void succeeded(String user) {
    failures.invalidate(user);
  }
}
