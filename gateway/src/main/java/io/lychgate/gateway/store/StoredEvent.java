package io.lychgate.gateway.store;

import java.time.Instant;

/**
 * An event of the history.
 *
 * @param node id of the node where it happened; empty for an event of the whole fleet
 * @param kind token of the kind
 * @param author name of a user, or of the gateway
 * @param isManual true for the note of a person
 */
public record StoredEvent(
    String id,
    Instant at,
    String node,
    String kind,
    String subject,
    String text,
    String author,
    boolean isManual) {}
