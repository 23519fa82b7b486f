package io.lychgate.gateway.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of the audit trail.
 *
 * @param action kind of thing and verb, such as {@code manifest.publish}
 * @param subject the thing, such as the name of a manifest
 * @param refused true for an attempt that failed, such as a wrong password
 * @param before the changed part before the change, cut and without secrets; null if the entry has none
 * @param after the changed part after the change
 */
public record AuditEntry(
    long id,
    Instant at,
    Actor actor,
    String action,
    @Nullable String subject,
    boolean refused,
    @Nullable String detail,
    @Nullable String before,
    @Nullable String after) {

  /** Returns the word of the API and the database for the result. */
  public String outcome() {
    return refused ? "refused" : "done";
  }
}
