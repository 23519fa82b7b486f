package io.lychgate.gateway.admin.access;

/**
 * A process that claims to create the first user.
 *
 * @param instance unique to this process
 * @param node its display name
 */
public record Claimant(String instance, String node) {}
