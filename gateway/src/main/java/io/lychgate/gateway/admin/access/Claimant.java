package io.lychgate.gateway.admin.access;

/**
 * The process that may make the first user.
 *
 * @param instance of this process alone
 * @param node its name, for people
 */
public record Claimant(String instance, String node) {}
