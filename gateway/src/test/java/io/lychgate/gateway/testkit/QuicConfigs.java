package io.lychgate.gateway.testkit;

import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.config.listener.QuicConfig;

/** QUIC settings of test listeners: defaults, except for the setting under test. */
public final class QuicConfigs {
  private QuicConfigs() {}

  /** Returns settings with these tables, with or without early data. */
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
