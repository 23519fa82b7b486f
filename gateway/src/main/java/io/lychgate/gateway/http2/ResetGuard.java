package io.lychgate.gateway.http2;

import io.lychgate.gateway.http.ErrorResets;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * Ends an HTTP/2 connection of another library's server whose client causes too many resets. It stands between the handler of HTTP/2
 * and the socket, because the encoder of a handler cannot be replaced. Netty writes each RST_STREAM frame as one buffer.
 */
final class ResetGuard extends ChannelOutboundHandlerAdapter {
  /** The payload's length of 4 bytes, and the type (RFC 9113 section 6.4). */
  private static final int BEGINNING = 4 << Byte.SIZE | Http2FrameTypes.RST_STREAM;

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
    Http2Exception tooMany =
        message instanceof ByteBuf frame && isReset(frame) ? resets.sent(codeOf(frame)) : null;
    super.write(context, message, promise);
    if (tooMany != null) {
      handler.onError(context.pipeline().context(handler), true, tooMany);
      var unused = context.close();
    }
  }

  private static boolean isReset(ByteBuf frame) {
    return frame.readableBytes() == LENGTH && frame.getInt(frame.readerIndex()) == BEGINNING;
  }

  private static long codeOf(ByteBuf frame) {
    return frame.getUnsignedInt(frame.readerIndex() + CODE_AT);
  }
}
