package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A session of the admin plane that is valid.
 *
 * @param id public id, which lists show; it opens nothing
 * @param expiresAt latest end of the session
 */
public record Session(
    String id,
    User user,
    Instant createdAt,
    Instant seenAt,
    Instant expiresAt,
    SessionOrigin origin) {

  /** Default time without a request after which a session expires. */
  public static final Duration IDLE = Duration.ofHours(8);

  /** Default time from the sign-in after which a session expires. */
  public static final Duration LIFE = Duration.ofDays(7);

  /** Returns the session as the audit trail shows it. */
  public String described() {
    return "session: " + id + ", from " + createdAt + " in " + origin.network();
  }
}
