package io.lychgate.gateway.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of the audit trail.
 *
 * @param action kind of thing and verb, such as {@code manifest.publish}
 * @param subject the thing, such as the name of a manifest
 * @param refused true for an attempt that failed, such as a wrong password
 */
public record AuditEntry(
    long id,
    Instant at,
    Actor actor,
    String action,
    @Nullable String subject,
    boolean refused,
    @Nullable String detail) {}
