package io.lychgate.gateway.store;

import java.time.Instant;

/**
 * An experiment. Its content belongs to package {@code experiment}.
 *
 * @param design JSON
 * @param life JSON
 * @param version positive; grows with each change of any experiment
 */
public record StoredExperiment(
    String id, String design, String life, String author, Instant createdAt, long version) {}
