package io.lychgate.gateway.upstream.balance;

import java.time.Instant;

/**
 * An operator's decision on a server. It outlives reloads and restarts until an operator removes it.
 *
 * @param reason text of the operator; may be empty
 * @param actor name of the operator
 */
public record ServerOverride(Kind kind, String reason, String actor, Instant since) {

  /** The decisions. */
  public enum Kind {
    /** No new clients; requests in progress end, and clients with its sticky cookie keep it. */
    DRAIN("drain"),
    /** No requests at all. */
    EJECT("eject");

    private final String token;

    Kind(String token) {
      this.token = token;
    }

    public String token() {
      return token;
    }
  }
}
