package io.lychgate.gateway.publish;

/**
 * A gateway of the store.
 *
 * @param own true if it is this one
 * @param isGone true if it has not reported for some time
 * @param revision the revision that it runs, by its last report
 */
public record PublisherNode(String id, String name, boolean own, boolean isGone, long revision) {}
