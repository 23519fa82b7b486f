package io.lychgate.gateway.store;

import java.util.Locale;

/** State of a {@link StoredPublication}. */
public enum PublicationState {
  /** Waits for its time. */
  SCHEDULED,
  /** Some nodes run it, the others run the revision before it. */
  CANARY,
  /** All nodes run it, or ran it until a later publication. */
  DONE,
  /** Taken back: by a person, or by a guardrail. */
  UNDONE,
  /** A person cancelled it before its time. */
  CANCELLED,
  /** Was due but could not be put in force. */
  FAILED;

  /** Returns the word of the store and the API. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns true while the publication can still change what is in force by itself. */
  public boolean isRunning() {
    return this == SCHEDULED || this == CANARY;
  }

  static PublicationState ofToken(String token) {
    return valueOf(token.toUpperCase(Locale.ROOT));
  }
}
