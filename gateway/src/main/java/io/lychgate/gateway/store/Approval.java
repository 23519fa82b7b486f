package io.lychgate.gateway.store;

import java.time.Instant;

/**
 * The consent of a person to put a draft in force.
 *
 * @param hash {@link ContentHash} of the draft that was approved
 */
public record Approval(String hash, String approver, String comment, Instant at) {}
