package io.lychgate.gateway.history;

import java.time.Instant;

/**
 * Something that may explain a change of the counters.
 *
 * @param at when it happened, by the clock of the store
 * @param node id of the node where it happened; empty for an event of the whole fleet
 * @param subject the listener, manifest or certificate; empty if there is none
 * @param text one line for people, at most 500 characters
 * @param author the gateway ({@code gateway}) or the name of a user
 */
public record HistoryEvent(
    String id,
    Instant at,
    String node,
    EventKind kind,
    String subject,
    String text,
    String author) {}
