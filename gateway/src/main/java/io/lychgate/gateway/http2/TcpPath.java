package io.lychgate.gateway.http2;

import io.lychgate.casper.PathWindow;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import java.util.concurrent.TimeUnit;

/** What Linux tells of a connection's path (TCP_INFO, tcp(7)). */
final class TcpPath {
  private TcpPath() {}

  static PathWindow of(Channel channel) {
    if (!(channel instanceof EpollSocketChannel socket)) {
      return PathWindow.UNKNOWN;
    }
    EpollTcpInfo info;
    try {
      info = socket.tcpInfo();
    } catch (ChannelException e) {
      // The connection is going down: whatever is decided now will not be sent.
      return PathWindow.UNKNOWN;
    }
    // The kernel counts windows and what is in flight in segments, and times in microseconds.
    long segment = info.sndMss();
    return new PathWindow(
        info.sndCwnd() * segment,
        info.sndSsthresh() * segment,
        TimeUnit.MICROSECONDS.toNanos(info.rtt()),
        info.unacked() * segment + queuedBytes(channel));
  }

  /** What the path carries: a congestion window each round trip; 0 if it is not known. */
  static double bytesPerNano(EpollSocketChannel socket) {
    PathWindow path = of(socket);
    return path.roundTripNanos() <= 0 ? 0 : (double) path.windowBytes() / path.roundTripNanos();
  }

  private static long queuedBytes(Channel channel) {
    ChannelOutboundBuffer queue = channel.unsafe().outboundBuffer();
    return queue == null ? 0 : queue.totalPendingWriteBytes();
  }
}
