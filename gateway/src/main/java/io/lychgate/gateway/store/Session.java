package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A valid login.
 *
 * @param expiresAt latest end of the session
 */
public record Session(User user, Instant expiresAt) {

  /** Time without a request after which a session expires. */
  public static final Duration IDLE = Duration.ofHours(8);

  /** Time from the login after which a session expires. */
  public static final Duration LIFE = Duration.ofDays(7);
}
