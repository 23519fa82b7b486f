package io.lychgate.gateway.http3;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicStreamResetException;
import io.netty.util.ReferenceCountUtil;

/**
 * Checks a unidirectional stream of the client: control or QPACK. It precedes Netty's handlers. Errors that Netty 4.2.18 misses
 * there close the connection with the code that the RFCs require.
 */
final class UnidirectionalStream extends ChannelInboundHandlerAdapter {
  // RFC 9114 section 6.2.
  private static final long CONTROL = 0x0;
  private static final long PUSH = 0x1;

  private static final long NOT_READ = -1;

  private final FieldCompression compression;
  private final ConnectionErrors errors;
  private final WireInteger typeRead = new WireInteger();
  private final FrameWalk frames = new FrameWalk(true);
  private long type = NOT_READ;
  private boolean failed;

  UnidirectionalStream(FieldCompression compression, ConnectionErrors errors) {
    this.compression = compression;
    this.errors = errors;
  }

  /** Returns the handler to add behind Netty's handlers. */
  ChannelHandler failures() {
    return new Failures();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof ByteBuf data && !failed) {
      int typeBytes = follow(data);
      if (!failed && compression.isAbout(type)) {
        // Netty needs only the stream's type: it codes without a dynamic table.
        ctx.fireChannelRead(data.readRetainedSlice(typeBytes));
        compression.take(type, data);
        return;
      }
    }
    // RFC 9114 6.2: streams of an unknown type are ignored. Netty uses only the low 32 bits of a
    // type.
    if (failed || type > InstructionStream.DECODER) {
      ReferenceCountUtil.release(message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  /** Returns the number of bytes that belong to the stream's type. */
  private int follow(ByteBuf data) {
    ByteBuf rest = data.slice();
    while (type == NOT_READ && rest.isReadable()) {
      if (typeRead.take(rest.readByte())) {
        type = typeRead.value();
      }
    }
    int typeBytes = rest.readerIndex();
    if (type == PUSH) {
      // RFC 9114 6.2.2. Netty also waits for the push id in the same read.
      fail(Http3ErrorCode.H3_STREAM_CREATION_ERROR, "push stream of a client");
    } else if (type == CONTROL) {
      Http3ErrorCode error = frames.follow(rest);
      if (error != null) {
        fail(error, "malformed frame on the control stream");
      }
    }
    return typeBytes;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    boolean isReset = cause instanceof QuicStreamResetException;
    if (isReset && type != NOT_READ && type <= InstructionStream.DECODER) {
      // RFC 9114 6.2.1, RFC 9204 4.2: Netty notices the FIN of such a stream, but not a reset.
      fail(Http3ErrorCode.H3_CLOSED_CRITICAL_STREAM, "critical stream reset");
    } else if (!isReset) {
      ctx.fireExceptionCaught(cause);
    }
  }

  private void fail(Http3ErrorCode code, String why) {
    if (!failed) {
      failed = true;
      errors.fail(code, why);
    }
  }

  /** Handles exceptions of Netty's QPACK handlers, which do not close the connection for malformed bytes. */
  private final class Failures extends ChannelInboundHandlerAdapter {
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      if (type == InstructionStream.ENCODER) {
        fail(Http3ErrorCode.QPACK_ENCODER_STREAM_ERROR, "");
      } else if (type == InstructionStream.DECODER) {
        fail(Http3ErrorCode.QPACK_DECODER_STREAM_ERROR, "");
      }
      // The control stream's own handler has already handled it.
    }
  }
}
