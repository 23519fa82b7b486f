package io.lychgate.gateway.http2;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * Limits how far ahead of the wire bytes are selected. Bytes in the socket or its queue cannot be reordered. On a slow link, each
 * 25 KiB there delay urgent data by 10 ms at 20 Mbit/s. On a fast link, short rounds cost system calls.
 *
 * <p>A round is small at first. It doubles after each round that the socket took completely, and becomes small again otherwise. The
 * socket's own limit (TCP_NOTSENT_LOWAT, tcp(7)) follows the link: the bytes that it carries in a few milliseconds, the time in
 * which a busy loop returns. Event loop only.
 */
final class SendRoom {
  /**
   * Bytes of a round, each twice the previous one, from one TLS record up to the point where system calls cost nothing any more.
   */
  private static final WriteBufferWaterMark[] ROUNDS = rounds(16 * 1024, 256 * 1024);

  /** Time covered by unsent bytes in the socket. A busy loop returns to a connection after a millisecond or two. */
  private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  /** Bytes of one TLS record. */
  static final long LEAST_AHEAD = 16 * 1024;

  private static final long MOST_AHEAD = 512 * 1024;

  /** Time between two looks. Links change within seconds; a look costs two system calls. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Channel channel;
  private int round;
  private int flushing;
  private long ahead = LEAST_AHEAD;
  private long lookedNanos;

  SendRoom(Channel channel) {
    this.channel = channel;
    this.lookedNanos = System.nanoTime() - LOOK_NANOS;
    channel.config().setWriteBufferWaterMark(ROUNDS[0]);
  }

  /** Call before queued data goes to the socket. Calls nest: a socket that takes more reports this in the middle of a flush. */
  void flushStarted() {
    flushing++;
  }

  /** @param isMore true if streams have more to send than there was room for */
  void flushEnded(boolean isMore) {
    flushing--;
    if (flushing > 0) {
      return;
    }
    ChannelOutboundBuffer queue = channel.unsafe().outboundBuffer();
    if (queue == null) {
      return;
    }
    if (queue.totalPendingWriteBytes() > 0) {
      follow();
      // A channel that counts as writable does not report that its queue is empty. With more in the
      // queue than the mark, streams that get data meanwhile would wait forever.
      if (!channel.isWritable() || queue.totalPendingWriteBytes() < ROUNDS[0].high()) {
        use(0);
      }
    } else if (isMore && round + 1 < ROUNDS.length) {
      use(round + 1);
    }
  }

  private void use(int next) {
    if (next != round) {
      round = next;
      channel.config().setWriteBufferWaterMark(ROUNDS[next]);
    }
  }

  /** Adapts the socket's limit. The socket is full: the link is the bottleneck, and its rate can be measured. */
  private void follow() {
    long now = System.nanoTime();
    if (now - lookedNanos < LOOK_NANOS || !(channel instanceof EpollSocketChannel socket)) {
      return;
    }
    lookedNanos = now;
    long carried = TcpState.of(socket).bytesIn(AHEAD_NANOS);
    long wanted = Math.min(MOST_AHEAD, Math.max(LEAST_AHEAD, carried));
    // Half as much more is not worth a system call.
    if (wanted > ahead + ahead / 2 || wanted < ahead - ahead / 3) {
      try {
        socket.config().setTcpNotSentLowAt(wanted);
        ahead = wanted;
      } catch (ChannelException e) {
        // The connection is closing: there is nothing left to order.
        return;
      }
    }
  }

  private static WriteBufferWaterMark[] rounds(int first, int last) {
    WriteBufferWaterMark[] rounds =
        new WriteBufferWaterMark[Integer.numberOfTrailingZeros(last / first) + 1];
    for (int i = 0; i < rounds.length; i++) {
      int high = first << i;
      rounds[i] = new WriteBufferWaterMark(high / 2, high);
    }
    return rounds;
  }
}
