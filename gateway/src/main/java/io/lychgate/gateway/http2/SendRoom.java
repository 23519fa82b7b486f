package io.lychgate.gateway.http2;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * How far ahead of the wire bytes are chosen. What is in the socket, or in its queue, can't be re-ordered: on a slow link each
 * 25 KiB there hold what is urgent up for 10 ms at 20 Mbit/s. On a fast one, short rounds cost system calls.
 *
 * <p>A round takes little at first, twice as much after each one that the socket took whole, and little again when it did not. The
 * socket's own limit (TCP_NOTSENT_LOWAT, tcp(7)) follows the link: what it carries in some milliseconds, the time in which a busy
 * loop comes back. Event loop only.
 */
final class SendRoom {
  /** Bytes of a round, each twice the one before; from one TLS record up to where system calls are no cost any more. */
  private static final WriteBufferWaterMark[] ROUNDS = rounds(16 * 1024, 256 * 1024);

  /** A busy loop comes back to a connection after a millisecond or two. */
  private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  /** Bytes: one TLS record. */
  static final long LEAST_AHEAD = 16 * 1024;

  private static final long MOST_AHEAD = 512 * 1024;

  /** Links change in seconds; looking costs two system calls. */
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

  /** Before what waits goes to the socket. Calls nest: a socket that takes more says so in the midst. */
  void flushStarted() {
    flushing++;
  }

  /** @param isMore whether streams have more to send, which there was no room for */
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
      // A channel that counts as writable says nothing when its queue has gone: with more in the
      // queue than the mark, streams that get something to send meanwhile would wait for ever.
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

  /** The socket is full: the link is the bottleneck, and its rate can be seen. */
  private void follow() {
    long now = System.nanoTime();
    if (now - lookedNanos < LOOK_NANOS || !(channel instanceof EpollSocketChannel socket)) {
      return;
    }
    lookedNanos = now;
    long carried = TcpState.of(socket).bytesIn(AHEAD_NANOS);
    long wanted = Math.min(MOST_AHEAD, Math.max(LEAST_AHEAD, carried));
    // Half as much again is not worth a system call.
    if (wanted > ahead + ahead / 2 || wanted < ahead - ahead / 3) {
      try {
        socket.config().setTcpNotSentLowAt(wanted);
        ahead = wanted;
      } catch (ChannelException e) {
        // The connection is going down: there is nothing left to order.
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
