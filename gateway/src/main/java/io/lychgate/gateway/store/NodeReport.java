package io.lychgate.gateway.store;

import org.jspecify.annotations.Nullable;

/**
 * The report of a gateway to the other gateways of its store.
 *
 * @param id id of the node, the same after a restart
 * @param instance id that is unique to this process
 * @param name display name
 * @param version version of the program
 * @param revision revision of the manifests that the node runs
 * @param complaint the reason for which it does not run all of that revision; null if it does
 */
public record NodeReport(
    String id,
    String instance,
    String name,
    String version,
    long revision,
    @Nullable String complaint) {}
