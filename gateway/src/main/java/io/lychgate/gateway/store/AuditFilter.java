package io.lychgate.gateway.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A selection of entries of the audit trail. Null and empty values select everything.
 *
 * @param text a part of actor, action, subject or detail, ignoring case
 * @param action a whole action, or a prefix that ends with a dot, such as {@code manifest.}
 * @param outcome {@code done} or {@code refused}
 * @param from the earliest time
 * @param to the first time after the selection
 * @param before only entries with smaller ids, to continue a list
 */
public record AuditFilter(
    String text,
    String actor,
    String action,
    String subject,
    String outcome,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable Long before) {

  /** Everything. */
  public static final AuditFilter ALL = new AuditFilter("", "", "", "", "", null, null, null);

  /** Returns the entries that contain a text. */
  public static AuditFilter containing(String text) {
    return new AuditFilter(text, "", "", "", "", null, null, null);
  }
}
