package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.QuicErrorCount;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicException;
import io.netty.handler.codec.quic.QuicTransportError;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts errors of QUIC clients. They are logged as a line at debug level, never as a stack trace. Event loop only. */
final class QuicFailures extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(QuicFailures.class);

  /** RFC 9001 section 4.8: code of a TLS alert; 40 is handshake_failure (RFC 8446 section 6.2). */
  private static final long HANDSHAKE_FAILURE = 0x100 + 40;

  /** quiche's name for a frame that is longer than its packet. Netty maps it to PROTOCOL_VIOLATION. */
  private static final String FRAME_CUT = "QUICHE_ERR_BUFFER_TOO_SHORT";

  private final LoopObserver observer;

  QuicFailures(LoopObserver observer) {
    this.observer = observer;
  }

  /** Returns the code of RFC 9000 section 20.1 for an error of quiche. */
  static long codeOf(Throwable cause) {
    if (cause instanceof SSLException) {
      return HANDSHAKE_FAILURE;
    }
    String message = String.valueOf(cause.getMessage());
    if (message.endsWith(FRAME_CUT)) {
      return QuicTransportError.FRAME_ENCODING_ERROR.code();
    }
    QuicTransportError error = cause instanceof QuicException quic ? quic.error() : null;
    return (error == null ? QuicTransportError.PROTOCOL_VIOLATION : error).code();
  }

  static boolean isOfClient(Throwable cause) {
    return cause instanceof QuicException || cause instanceof SSLException;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!isOfClient(cause)) {
      ctx.fireExceptionCaught(cause);
      return;
    }
    observer.quicError(QuicErrorCount.of(codeOf(cause)));
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "client {}: {}",
          ctx.channel() instanceof QuicChannel quic ? quic.remoteSocketAddress() : "",
          cause.toString());
    }
  }
}
