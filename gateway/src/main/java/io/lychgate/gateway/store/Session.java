package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A login that still holds.
 *
 * @param expiresAt it ends then at the latest
 */
public record Session(User user, Instant expiresAt) {

  /** It ends after so long without a request. */
  public static final Duration IDLE = Duration.ofHours(8);

  /** It ends so long after the login. */
  public static final Duration LIFE = Duration.ofDays(7);
}
