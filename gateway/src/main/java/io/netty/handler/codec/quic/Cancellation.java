package io.netty.handler.codec.quic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Detects that the peer has cancelled a stream. The class is in Netty's package, because no public API reports it: Netty 4.2.18
 * drops STOP_SENDING (RFC 9000 section 19.5) while no write waits (github.com/netty/netty/issues/17380), and detects RESET_STREAM
 * only by a read. Event loop only.
 */
public final class Cancellation {
  /** An empty buffer: a read into it takes nothing from the stream. */
  private static final ByteBuf NO_ROOM =
      Unpooled.unreleasableBuffer(Unpooled.directBuffer(1, 1).writeByte(0));

  private Cancellation() {}

  /**
   * Returns true if STOP_SENDING has come. quiche reports this for a stopped stream with any windows, and removes the stream when
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
   * Returns true if RESET_STREAM has come on a stream that is not being read. Returns true at most once: quiche removes the reset
   * when it has reported it, so a later read finds nothing.
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
      // The connection is closed, and its streams are notified by other means.
      return false;
    }
  }
}
