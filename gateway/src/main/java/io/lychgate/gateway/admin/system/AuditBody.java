package io.lychgate.gateway.admin.system;

import io.lychgate.gateway.store.AuditEntry;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An entry of the audit trail as the API and the export show it. */
record AuditBody(
    long id,
    Instant at,
    String actor,
    @Nullable String address,
    String action,
    @Nullable String subject,
    String outcome,
    @Nullable String detail,
    @Nullable String before,
    @Nullable String after) {
  private static final String CONFIGURATION = "configuration.";

  static AuditBody of(AuditEntry entry) {
    return new AuditBody(
        entry.id(),
        entry.at(),
        entry.actor().name(),
        entry.actor().address(),
        entry.action(),
        entry.subject(),
        entry.outcome(),
        entry.detail(),
        entry.before(),
        entry.after());
  }

  /** Returns the entry for a sender who may not read the configuration: a change of it has no lines. */
  static AuditBody withoutConfiguration(AuditEntry entry) {
    AuditBody all = of(entry);
    return entry.action().startsWith(CONFIGURATION)
        ? new AuditBody(
            all.id,
            all.at,
            all.actor,
            all.address,
            all.action,
            all.subject,
            all.outcome,
            all.detail,
            null,
            null)
        : all;
  }
}
