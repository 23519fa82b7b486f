package io.lychgate.gateway.config.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Limits;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Settings of HTTP/3 that belong to sockets, and those that belong to connections. */
final class QuicConfigTest {
  private static QuicConfig of(CongestionControl congestion, int window, QpackTables tables) {
    QpackConfig qpack = new QpackConfig(tables, Limits.QPACK_CAPACITY_BYTES, 0);
    return new QuicConfig(
        Optional.of(congestion), window, true, Limits.UDP_BUFFER_BYTES, qpack, false);
  }

  @Test
  void changedTablesNeedNoNewSockets() {
    QuicConfig opened = of(CongestionControl.BBR, 10, QpackTables.OFF);

    assertThat(of(CongestionControl.BBR, 10, QpackTables.BOTH).hasPathsOf(opened))
        .isTrue();
    assertThat(of(CongestionControl.CUBIC, 10, QpackTables.OFF).hasPathsOf(opened))
        .isFalse();
    assertThat(of(CongestionControl.BBR, 11, QpackTables.OFF).hasPathsOf(opened))
        .isFalse();
  }
}
