package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A gateway of the store as its last report left it.
 *
 * @param seenAt when it reported, by the clock of the database
 * @param silence how long ago that was when the row was read
 */
public record NodeRow(NodeReport report, Instant startedAt, Instant seenAt, Duration silence) {}
