package io.lychgate.gateway.config;

/**
 * What HTTP/3 keeps to code fields by (RFC 9204).
 *
 * @param capacityBytes of each table, as its entries count
 * @param blockedStreams of a connection that may wait for insertions, in each direction
 */
public record QpackConfig(QpackTables dynamicTable, int capacityBytes, int blockedStreams) {

  public QpackConfig {
    Require.range(
        "capacityBytes",
        capacityBytes,
        Limits.QPACK_CAPACITY_BYTES_FLOOR,
        Limits.QPACK_CAPACITY_BYTES_CEILING);
    Require.range("blockedStreams", blockedStreams, 0, Limits.QPACK_BLOCKED_STREAMS_CEILING);
  }

  public static QpackConfig defaults() {
    return new QpackConfig(QpackTables.OFF, Limits.QPACK_CAPACITY_BYTES, 0);
  }
}
