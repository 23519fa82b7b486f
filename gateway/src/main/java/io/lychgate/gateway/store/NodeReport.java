package io.lychgate.gateway.store;

import org.jspecify.annotations.Nullable;

/**
 * The report of a gateway to the others of its store.
 *
 * @param id the same after a restart of the node
 * @param instance unique to this process
 * @param name display name
 * @param version of the program
 * @param revision of the manifests that it runs
 * @param complaint the reason why it does not run all of that revision; null if it does
 */
public record NodeReport(
    String id,
    String instance,
    String name,
    String version,
    long revision,
    @Nullable String complaint) {}
