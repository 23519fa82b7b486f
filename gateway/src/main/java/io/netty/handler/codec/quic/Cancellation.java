package io.netty.handler.codec.quic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Whether the peer has cancelled a stream. In Netty's package, because nothing public tells it: Netty 4.2.18 drops STOP_SENDING
 * (RFC 9000 section 19.5) while no write waits (github.com/netty/netty/issues/17380), and learns of RESET_STREAM by reading only. Event
 * loop only.
 */
public final class Cancellation {
  /** No room at all: a read into it takes nothing from the stream. */
  private static final ByteBuf NO_ROOM =
      Unpooled.unreleasableBuffer(Unpooled.directBuffer(1, 1).writeByte(0));

  private Cancellation() {}

  /**
   * Whether STOP_SENDING has come. quiche tells this of a stopped stream whatever the windows are, and forgets the stream when
   * the other direction has ended too.
   */
  public static boolean isStopped(QuicStreamChannel stream) {
    if (!(stream instanceof QuicheQuicStreamChannel ours)) {
      return false;
    }
    long capacity = ours.parent().streamCapacity(ours.streamId());
    return capacity < 0 && capacity != Quiche.QUICHE_ERR_DONE;
  }

  /**
   * Whether RESET_STREAM has come, of a stream that nobody reads at the moment. True at most once: quiche forgets it with the
   * telling, so that a later read finds nothing.
   */
  public static boolean isReset(QuicStreamChannel stream) {
    if (!(stream instanceof QuicheQuicStreamChannel ours) || stream.isInputShutdown()) {
      return false;
    }
    try {
      var unused = ours.parent().streamRecv(ours.streamId(), NO_ROOM);
      return false;
    } catch (QuicStreamResetException reset) {
      return true;
    } catch (Exception notReadable) {
      // The connection is closed, which its streams are told otherwise.
      return false;
    }
  }
}
