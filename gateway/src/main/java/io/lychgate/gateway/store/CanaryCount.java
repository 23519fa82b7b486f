package io.lychgate.gateway.store;

/**
 * What one process counted since it knows of a canary.
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
