package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;

/**
 * Settings of QPACK's dynamic tables in HTTP/3 (RFC 9204).
 *
 * @param capacityBytes bytes of each table, as RFC 9204 counts its entries
 * @param blockedStreams streams of a connection that may wait for insertions, in each direction
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
