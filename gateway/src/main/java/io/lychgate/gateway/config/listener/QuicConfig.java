package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import java.util.Optional;

/**
 * QUIC and QPACK settings of a listener's HTTP/3.
 *
 * @param congestionControl empty for the algorithm that the machine uses for TCP
 * @param initialWindowPackets packets that may be in flight before the first acknowledgement
 * @param hystart true if slow start ends when the round-trip time grows, and not only at a loss
 * @param socketBufferBytes kernel buffer of each UDP socket, in either direction
 * @param qpack coding of the fields of requests and responses
 * @param earlyData true if resuming clients may send 0-RTT requests with their ClientHello (RFC 9001 section 4.6)
 */
public record QuicConfig(
    Optional<CongestionControl> congestionControl,
    int initialWindowPackets,
    boolean hystart,
    int socketBufferBytes,
    QpackConfig qpack,
    boolean earlyData) {

  public QuicConfig {
    Require.range(
        "initialWindowPackets", initialWindowPackets, 2, Limits.INITIAL_WINDOW_PACKETS_CEILING);
    Require.range(
        "socketBufferBytes",
        socketBufferBytes,
        Limits.UDP_BUFFER_BYTES_FLOOR,
        Limits.UDP_BUFFER_BYTES_CEILING);
  }

  /** Returns true if sockets opened for one serve connections of the other. All other settings apply per connection. */
  public boolean hasPathsOf(QuicConfig other) {
    return congestionControl.equals(other.congestionControl)
        && initialWindowPackets == other.initialWindowPackets
        && hystart == other.hystart
        && socketBufferBytes == other.socketBufferBytes;
  }

  public static QuicConfig defaults() {
    return new QuicConfig(
        Optional.empty(),
        Limits.INITIAL_WINDOW_PACKETS,
        true,
        Limits.UDP_BUFFER_BYTES,
        QpackConfig.defaults(),
        false);
  }
}
