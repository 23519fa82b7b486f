package io.lychgate.gateway.store;

import org.jspecify.annotations.Nullable;

/**
 * A change of the manifest in force.
 *
 * @param revision the new revision; null if a manifest was deleted that was never in force
 * @param manifest the manifest after the change; null if it was deleted
 */
public record Publication(
    @Nullable Revision revision, @Nullable Manifest manifest) {}
