package io.lychgate.gateway.store;

import java.time.Instant;

/** The sum of one counter of one node in one step of a {@link RollupQuery}. */
public record NodeSum(Instant start, String node, long value) {}
