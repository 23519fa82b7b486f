package io.lychgate.gateway.store;

import java.time.Instant;
import java.util.Locale;

/**
 * A change that the learner proposes.
 *
 * @param id the same for the same change
 * @param kind {@code add} or {@code rename}
 * @param body the change, as JSON
 * @param author the last author of its state
 */
public record StoredProposal(
    String id,
    String manifest,
    String kind,
    State state,
    String body,
    Instant createdAt,
    Instant changedAt,
    String author) {

  /** Decision on a proposal. */
  public enum State {
    /** Not decided yet. */
    OPEN,
    /** Accepted by a user; it is in a draft. */
    ACCEPTED,
    /** Dismissed by a user: never proposed again. */
    DISMISSED;

    /** Returns the word of the API and of the database. */
    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static State ofToken(String token) {
      return valueOf(token.toUpperCase(Locale.ROOT));
    }
  }

  public boolean isDismissed() {
    return state == State.DISMISSED;
  }
}
