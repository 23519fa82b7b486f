package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A gateway of the store, as of its last report.
 *
 * @param seenAt time of the report, by the clock of the database
 * @param silence age of the report when the row was read
 */
public record NodeRow(NodeReport report, Instant startedAt, Instant seenAt, Duration silence) {}
