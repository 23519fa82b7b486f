package io.lychgate.gateway.store;

import org.jspecify.annotations.Nullable;

/**
 * A change of what is in force.
 *
 * @param revision null when a manifest was deleted that had never been in force
 * @param manifest as it is now; null when it was deleted
 */
public record Publication(
    @Nullable Revision revision, @Nullable Manifest manifest) {}
