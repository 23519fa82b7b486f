package io.lychgate.gateway.store;

import java.time.Instant;

/** One change of an experiment. */
public record ExperimentChange(
    long version, Instant at, String author, String action, String detail) {}
