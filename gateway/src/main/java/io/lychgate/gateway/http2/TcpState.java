package io.lychgate.gateway.http2;

import io.lychgate.casper.PathWindow;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;

/**
 * The Linux state of a connection's path: {@code struct tcp_info} of linux/tcp.h (tcp(7)). It is read in its raw form, because
 * Netty's reader ends before the fields that Linux 4.6 and 4.9 added. An older kernel leaves these at 0.
 *
 * @param windowBytes the congestion window; 0 if nothing is known
 * @param thresholdBytes the threshold at which slow start ends
 * @param roundTripNanos the smoothed round trip
 * @param leastRoundTripNanos the shortest recent round trip: the time of the path without its queues
 * @param bytesPerSecond the highest recent delivery rate; 0 if nothing was delivered. A lower bound, as the path need not have been
 *     full
 * @param unacknowledgedBytes bytes sent and not yet acknowledged
 * @param unsentBytes bytes taken by the kernel and not yet sent
 */
record TcpState(
    long windowBytes,
    long thresholdBytes,
    long roundTripNanos,
    long leastRoundTripNanos,
    long bytesPerSecond,
    long unacknowledgedBytes,
    long unsentBytes) {
  static final TcpState UNKNOWN = new TcpState(0, 0, 0, 0, 0, 0, 0);

  private static final int IPPROTO_TCP = 6;
  private static final int TCP_INFO = 11;

  /** Length up to and including tcpi_delivery_rate. */
  private static final int LENGTH = 168;

  private static final int SND_MSS = 16;
  private static final int UNACKED = 24;
  private static final int RTT = 68;
  private static final int SND_SSTHRESH = 76;
  private static final int SND_CWND = 80;
  private static final int NOTSENT_BYTES = 144;
  private static final int MIN_RTT = 148;
  private static final int DELIVERY_RATE = 160;

  private static final ChannelOption<ByteBuffer> OPTION =
      new RawUnixChannelOption("TCP_INFO", IPPROTO_TCP, TCP_INFO, LENGTH);

  /** Reads the state of a channel. Costs a system call. */
  static TcpState of(Channel channel) {
    if (!(channel instanceof EpollSocketChannel)) {
      return UNKNOWN;
    }
    try {
      return of(channel.config().getOption(OPTION).order(ByteOrder.nativeOrder()));
    } catch (ChannelException e) {
      // The connection is closing: data of this decision is never sent.
      return UNKNOWN;
    }
  }

  static TcpState of(ByteBuffer info) {
    // The kernel counts windows and bytes in flight in segments, and times in microseconds.
    long segment = unsigned(info, SND_MSS);
    return new TcpState(
        unsigned(info, SND_CWND) * segment,
        unsigned(info, SND_SSTHRESH) * segment,
        TimeUnit.MICROSECONDS.toNanos(unsigned(info, RTT)),
        TimeUnit.MICROSECONDS.toNanos(unsigned(info, MIN_RTT)),
        info.getLong(DELIVERY_RATE),
        unsigned(info, UNACKED) * segment,
        unsigned(info, NOTSENT_BYTES));
  }

  private static long unsigned(ByteBuffer info, int offset) {
    return Integer.toUnsignedLong(info.getInt(offset));
  }

  boolean isKnown() {
    return windowBytes > 0 && roundTripNanos > 0;
  }

  /** Returns the shortest known time to the client and back; {@link Long#MAX_VALUE} if nothing is known. */
  long nearness() {
    // The smoothed round trip includes the client's delay of its acknowledgements.
    long known = leastRoundTripNanos > 0 ? leastRoundTripNanos : roundTripNanos;
    return known > 0 ? known : Long.MAX_VALUE;
  }

  /** Returns the bytes that the kernel holds, on the path or before it. */
  long heldBytes() {
    return unacknowledgedBytes + unsentBytes;
  }

  /** Returns the bytes on the path when it is busy and has no queue: the bytes delivered in a round trip. */
  long deliveredBytes() {
    return (long) ((double) bytesPerSecond * leastRoundTripNanos / TimeUnit.SECONDS.toNanos(1));
  }

  /** Returns the bytes that the path carries in this time: at the recent delivery rate, or one window per round trip. */
  long bytesIn(long nanos) {
    double perNano = bytesPerSecond > 0
        ? (double) bytesPerSecond / TimeUnit.SECONDS.toNanos(1)
        : (double) windowBytes / roundTripNanos;
    return isKnown() ? (long) (perNano * nanos) : 0;
  }

  /** Returns the path window for pushes. Bytes in the channel's queue count as on the path, because their order is final. */
  static PathWindow windowOf(Channel channel) {
    TcpState path = of(channel);
    ChannelOutboundBuffer queue = channel.unsafe().outboundBuffer();
    long queued = queue == null ? 0 : queue.totalPendingWriteBytes();
    return path.isKnown()
        ? new PathWindow(
            path.windowBytes, path.thresholdBytes, path.roundTripNanos, path.heldBytes() + queued)
        : PathWindow.UNKNOWN;
  }
}
