package io.lychgate.gateway.store;

import java.time.Instant;
import java.util.Locale;

/**
 * The decision of the ledger, or of a person, on one entry of a manifest.
 *
 * @param pattern pattern of the entry's rule, as written
 * @param views page views that the decision is based on; 0 for that of a person
 * @param wasted number of those page views that did not use the entry
 */
public record Verdict(
    String manifest,
    String pattern,
    String url,
    State state,
    long views,
    long wasted,
    String author,
    Instant at) {

  /** Consequence of the decision. */
  public enum State {
    /** No longer sent. */
    DEMOTED,
    /** Sent, and never demoted automatically. */
    EXEMPT;

    /** Returns the word of the API and of the database. */
    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }

    static State ofToken(String token) {
      return valueOf(token.toUpperCase(Locale.ROOT));
    }
  }
}
