package io.lychgate.gateway.store;

import java.time.Instant;
import java.util.Locale;

/**
 * What the ledger, or a person, decided of one entry of a manifest.
 *
 * @param pattern of the entry's rule, as it was written
 * @param views page views that it was judged by; 0 for a person's word
 * @param wasted of those, the ones in which the entry was sent in vain
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

  /** What follows from it. */
  public enum State {
    /** Sent no more. */
    DEMOTED,
    /** Sent, and never demoted by itself. */
    EXEMPT;

    /** The word of the API and of the database. */
    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }

    static State ofToken(String token) {
      return valueOf(token.toUpperCase(Locale.ROOT));
    }
  }
}
