package io.lychgate.gateway.store;

import java.time.Duration;

/**
 * The ends of sessions.
 *
 * @param idle time without a request after which a session expires
 * @param life time from the sign-in after which a session expires
 */
public record SessionRules(Duration idle, Duration life) {

  public static final SessionRules DEFAULTS = new SessionRules(Session.IDLE, Session.LIFE);
}
