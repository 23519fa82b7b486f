package io.lychgate.gateway.config;

import java.util.Optional;

/**
 * How a listener's HTTP/3 uses its paths, and codes fields.
 *
 * @param congestionControl empty: the one that the machine has for TCP
 * @param initialWindowPackets packets that may be under way before the first acknowledgement
 * @param hystart whether slow start ends when the round trip grows, and not only by loss
 * @param socketBufferBytes what the kernel shall hold for each UDP socket, in either direction
 * @param qpack how the fields of requests and responses are coded
 * @param earlyData whether clients that come back may send requests beside their ClientHello (RFC 9001 section 4.6)
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

  /** Whether sockets opened for the one serve connections of the other: what is not compared is each connection's. */
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
