package io.lychgate.gateway.store;

import java.time.Instant;

/**
 * A report that stays as it was made.
 *
 * @param id part of its permanent link
 * @param body JSON
 */
public record StoredReport(
    String id, Instant createdAt, String author, String title, String body) {}
