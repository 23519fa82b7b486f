package io.lychgate.gateway.store;

import java.time.Instant;
import java.util.Locale;

/**
 * An operator's decision on one server of an upstream. It is in force on all nodes, and outlives the server.
 *
 * @param server id of the server, unique in its upstream
 * @param reason text of the operator; may be empty
 * @param version positive; of two decisions, the later one has the greater version
 */
public record ServerDecision(
    String upstream,
    String server,
    Kind kind,
    String reason,
    String author,
    Instant at,
    long version) {
  /** The version of a server without a decision. */
  public static final long NONE = 0;

  /** The decisions. */
  public enum Kind {
    /** No new clients. */
    DRAIN,
    /** No requests at all. */
    EJECT;

    /** Returns the word of the API and of the database. */
    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Kind ofToken(String token) {
      return valueOf(token.toUpperCase(Locale.ROOT));
    }
  }
}
