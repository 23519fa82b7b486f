package io.lychgate.gateway.store;

/**
 * The counters of an arm in five minutes on one node.
 *
 * @param start milliseconds since 1970
 * @param units distinct units that the node has seen until the end of the period
 * @param counts in the order of {@link ArmStore#COLUMNS}
 * @param firstBytes times to the first byte in microseconds, in the code of {@link SpreadCode}
 */
@SuppressWarnings("ArrayRecordComponent") // A value on its way; no caller compares or keeps one.
public record ArmRow(
    String experiment,
    String arm,
    long start,
    String node,
    long units,
    long[] counts,
    byte[] firstBytes) {}
