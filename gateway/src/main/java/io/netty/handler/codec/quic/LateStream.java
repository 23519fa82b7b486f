package io.netty.handler.codec.quic;

/**
 * A stream that Netty opened although its connection had just closed. The class is in Netty's package, because no public API
 * removes such a stream: Netty 4.2.18 opens the streams of a packet one by one, and does not look whether an earlier one has closed
 * the connection. Event loop only.
 */
public final class LateStream {
  private LateStream() {}

  /** Removes the stream from its connection, which Netty keeps until the finalizer of its native part has run. */
  public static void drop(QuicStreamChannel stream) {
    if (stream instanceof QuicheQuicStreamChannel ours) {
      ours.parent().streamClosed(ours.streamId());
    }
  }
}
