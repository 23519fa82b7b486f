package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.admin.access.FailureWaits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * Slows down guesses of second factors, counted per user. A guesser knows the password already, so a long wait locks no user out who
 * should get in: keys of WebAuthn and the command line remain. A try counts as failed from its start until it succeeds.
 */
final class CodeThrottle {
  private static final Duration LONGEST = Duration.ofMinutes(15);
  private static final int MAX_USERS = 10_000;

  /** With one guess each quarter of an hour, of a million codes with three valid, the chance in a day is one in 3,000. */
  private static final Duration EXPIRY = Duration.ofHours(24);

  private final InstantSource clock;
  private final FailureWaits failures = new FailureWaits(MAX_USERS, EXPIRY);

  CodeThrottle(InstantSource clock) {
    this.clock = clock;
  }

  /** Returns zero if the try may proceed, and counts it as failed until it succeeds. Otherwise returns the time to wait. */
  Duration attempt(String user) {
    return failures.attempt(user, clock.millis(), LONGEST);
  }

  void succeeded(String user) {
    failures.forget(List.of(user));
  }
}
