package io.lychgate.gateway.testkit;

import io.lychgate.gateway.config.QpackConfig;
import io.lychgate.gateway.config.QuicConfig;

/** How listeners of stories use QUIC: by default, but for what a story is about. */
public final class QuicConfigs {
  private QuicConfigs() {}

  /** With these tables, and with early data or without. */
  public static QuicConfig of(QpackConfig qpack, boolean earlyData) {
    QuicConfig quic = QuicConfig.defaults();
    return new QuicConfig(
        quic.congestionControl(),
        quic.initialWindowPackets(),
        quic.hystart(),
        quic.socketBufferBytes(),
        qpack,
        earlyData);
  }
}
