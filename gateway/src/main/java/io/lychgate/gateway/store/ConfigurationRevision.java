package io.lychgate.gateway.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One immutable step in the history of the stored configuration.
 *
 * @param number from 1
 * @param kind publish or rollback
 * @param rolledBackTo for a rollback, the revision whose text this one repeats
 * @param text YAML as it was written
 */
public record ConfigurationRevision(
    long number,
    RevisionKind kind,
    String author,
    String comment,
    Instant at,
    @Nullable Long rolledBackTo,
    String text) {}
