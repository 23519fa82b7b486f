package io.lychgate.gateway.http2;

import io.lychgate.gateway.http.ErrorResets;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Stream;

/**
 * Checks the resets that another library's server sends on an HTTP/2 connection. It ends the connection if its client causes too many, and
 * gives those after a complete response the code NO_ERROR (RFC 9113 section 8.1): Armeria sends CANCEL, and some clients then discard the
 * response. It stands between the handler of HTTP/2 and the socket, because the encoder of a handler cannot be replaced. Netty writes each
 * RST_STREAM frame as one buffer.
 */
final class ResetGuard extends ChannelOutboundHandlerAdapter {
  /** The payload's length of 4 bytes, and the type (RFC 9113 section 6.4). */
  private static final int BEGINNING = 4 << Byte.SIZE | Http2FrameTypes.RST_STREAM;

  private static final int STREAM_AT = 5;
  private static final int CODE_AT = 9;
  private static final int LENGTH = 13;

  private final Http2ConnectionHandler handler;
  private final ErrorResets resets = new ErrorResets();

  ResetGuard(Http2ConnectionHandler handler) {
    this.handler = handler;
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws Exception {
    Http2Exception tooMany = null;
    if (message instanceof ByteBuf frame && isReset(frame)) {
      if (isOfACompleteResponse(frame)) {
        frame.setInt(frame.readerIndex() + CODE_AT, (int) Http2Error.NO_ERROR.code());
      }
      tooMany = resets.sent(codeOf(frame));
    }
    super.write(context, message, promise);
    if (tooMany != null) {
      handler.onError(context.pipeline().context(handler), true, tooMany);
      var unused = context.close();
    }
  }

  private static boolean isReset(ByteBuf frame) {
    return frame.readableBytes() == LENGTH && frame.getInt(frame.readerIndex()) == BEGINNING;
  }

  /** Returns true if the server has sent its response and no longer wants the rest of the request. */
  private boolean isOfACompleteResponse(ByteBuf frame) {
    if (codeOf(frame) != Http2Error.CANCEL.code()) {
      return false;
    }
    Http2Stream stream = handler.connection().stream(frame.getInt(frame.readerIndex() + STREAM_AT));
    return stream != null && stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL;
  }

  private static long codeOf(ByteBuf frame) {
    return frame.getUnsignedInt(frame.readerIndex() + CODE_AT);
  }
}
