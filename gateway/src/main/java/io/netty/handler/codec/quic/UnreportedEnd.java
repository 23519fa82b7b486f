package io.netty.handler.codec.quic;

/**
 * Detects the end of a stream that quiche has received but does not report. The class is in Netty's package, because no public API
 * asks quiche for it. Event loop only.
 *
 * <p>A sender may join the FIN with data that it sends again (RFC 9000 section 2.2). If all of that data has been read before,
 * version 0.29.3 of quiche stores the final size and drops the frame: the stream does not become readable, and no later frame
 * changes that. Clients that send a FIN alone, as after an upload, cause this when its packet is lost.
 */
public final class UnreportedEnd {
  private UnreportedEnd() {}

  /** Returns true if the peer has ended or reset the stream, and all of its bytes have been read. */
  public static boolean hasCome(QuicStreamChannel stream) {
    if (!(stream instanceof QuicheQuicStreamChannel ours)
        || !(ours.parent().sslEngine() instanceof QuicheQuicSslEngine tls)) {
      return false;
    }
    QuicheQuicConnection connection = tls.connection;
    return connection != null
        && !connection.isFreed()
        && Quiche.quiche_conn_stream_finished(connection.address(), ours.streamId());
  }
}
