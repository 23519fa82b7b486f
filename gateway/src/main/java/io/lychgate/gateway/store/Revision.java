package io.lychgate.gateway.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One immutable step in the history of all manifests.
 *
 * @param number place in the one sequence over all manifests, from 1
 * @param rolledBackTo for a rollback, the revision whose text this one repeats
 * @param text YAML as it was written; null for a retirement
 */
public record Revision(
    long number,
    String manifest,
    RevisionKind kind,
    String author,
    String comment,
    Instant at,
    @Nullable Long rolledBackTo,
    @Nullable String text) {}
