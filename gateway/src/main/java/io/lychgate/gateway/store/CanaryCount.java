package io.lychgate.gateway.store;

/**
 * The counts of one process since it runs the revision of a canary, or the one beside it.
 *
 * @param instance id of the process
 * @param node id of its node
 * @param firstByte a distribution as {@link SpreadCode} writes it, in microseconds
 * @param views page views with an entry of the manifest, one of each client
 * @param wasted those in which the entry was wasted
 */
@SuppressWarnings("ArrayRecordComponent") // Nothing compares or changes it.
public record CanaryCount(
    String instance,
    String node,
    long requests,
    long serverErrors,
    byte[] firstByte,
    long views,
    long wasted) {}
