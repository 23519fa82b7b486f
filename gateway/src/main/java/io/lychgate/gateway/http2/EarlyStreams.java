package io.lychgate.gateway.http2;

import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The streams that go ahead of the first bytes of one page: those promised on it, and those that its client requests meanwhile
 * because of hints. Event loop only.
 */
final class EarlyStreams {
  private final ChannelHandlerContext context;
  private final Runnable flushLater;
  private final EarlyRoom room;
  private final List<Http2ClientStream> streams = new ArrayList<>();

  /** A later check for room is scheduled. */
  private boolean isLooking;

  /** Set when the page has first bytes, or will have none. */
  private boolean isOver;

  /**
   * @param flushLater flushes the connection at the end of the turn
   * @param thinkNanos the expected time until the page; 0 if unknown
   */
  EarlyStreams(ChannelHandlerContext context, Runnable flushLater, long thinkNanos) {
    this.context = context;
    this.flushLater = flushLater;
    this.room = new EarlyRoom(System.nanoTime(), thinkNanos, () -> TcpState.of(context.channel()));
  }

  void add(Http2ClientStream stream) {
    streams.add(stream);
  }

  void remove(Http2ClientStream stream) {
    streams.remove(stream);
  }

  /** Returns true if more streams may join, because the page is still to come. */
  boolean isOpen() {
    return !isOver && !room.isLate(System.nanoTime());
  }

  /**
   * Returns the bytes that one of these streams may send now. With 0, the stream is held until {@link
   * SchedulerDistributor#release}.
   */
  int room() {
    int bytes = room.bytes(System.nanoTime());
    if (bytes == 0 && !isLooking) {
      isLooking = true;
      var unused =
          context.executor().schedule(this::lookAgain, room.betweenLooks(), TimeUnit.NANOSECONDS);
    }
    return bytes;
  }

  void sent(int bytes) {
    room.sent(bytes);
  }

  private void lookAgain() {
    isLooking = false;
    if (!isOver) {
      release();
    }
  }

  /** Moves the promised streams after the page has moved. */
  void movePromised(Consumer<Http2ClientStream> move) {
    for (Http2ClientStream stream : streams) {
      if (stream.isPromised()) {
        move.accept(stream);
      }
    }
  }

  /** Ends the early phase: the first bytes of the page have left, or it ended without any. */
  void pageSent() {
    isOver = true;
    streams.forEach(Http2ClientStream::documentHeadSent);
    release();
  }

  private void release() {
    boolean isAnyReleased = false;
    for (int i = 0; i < streams.size(); i++) {
      isAnyReleased |= streams.get(i).release();
    }
    if (isAnyReleased) {
      flushLater.run();
    }
  }
}
