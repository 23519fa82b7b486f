package io.lychgate.gateway.store;

import org.jspecify.annotations.Nullable;

/**
 * What a gateway says of itself to the others of its store.
 *
 * @param id the same after a restart of the node
 * @param instance of this process alone
 * @param name for people
 * @param version of the program
 * @param revision of the manifests that it runs
 * @param complaint why it does not run all of that revision; null when it does
 */
public record NodeReport(
    String id,
    String instance,
    String name,
    String version,
    long revision,
    @Nullable String complaint) {}
