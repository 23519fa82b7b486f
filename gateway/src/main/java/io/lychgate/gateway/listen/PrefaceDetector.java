package io.lychgate.gateway.listen;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import java.util.List;

/**
 * Tells HTTP/2 with prior knowledge (RFC 9113 section 3.3) from HTTP/1.1 on a plain-text listener, by the client's first
 * octets. Removes itself.
 */
final class PrefaceDetector extends ByteToMessageDecoder {
  private final ProtocolChoice choice;

  PrefaceDetector(ProtocolChoice choice) {
    this.choice = choice;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
    try {
      int length = Math.min(in.readableBytes(), preface.readableBytes());
      boolean same =
          ByteBufUtil.equals(in, in.readerIndex(), preface, preface.readerIndex(), length);
      if (same && length < preface.readableBytes()) {
        return;
      }
      choice.choose(ctx.pipeline(), same);
      ctx.pipeline().remove(this);
    } finally {
      preface.release();
    }
  }
}
