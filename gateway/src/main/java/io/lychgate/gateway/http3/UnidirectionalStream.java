package io.lychgate.gateway.http3;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicStreamResetException;
import io.netty.util.ReferenceCountUtil;

/**
 * A stream by which the client tells of the connection: control and QPACK. It stands before Netty's handlers; what Netty 4.2.18
 * misses there ends the connection with the code that the RFCs name.
 */
final class UnidirectionalStream extends ChannelInboundHandlerAdapter {
  // RFC 9114 section 6.2 and RFC 9204 section 4.2.
  private static final long CONTROL = 0x0;
  private static final long PUSH = 0x1;
  static final long QPACK_ENCODER = 0x2;
  static final long QPACK_DECODER = 0x3;

  private static final long NOT_READ = -1;

  private final Http3Edge edge;
  private final WireInteger typeRead = new WireInteger();
  private final FrameWalk frames = new FrameWalk(true);
  private long type = NOT_READ;
  private boolean failed;

  UnidirectionalStream(Http3Edge edge) {
    this.edge = edge;
  }

  /** What goes behind Netty's handlers. */
  ChannelHandler failures() {
    return new Failures();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof ByteBuf octets && !failed) {
      int typeOctets = follow(octets);
      if (!failed && edge.compression().isAbout(type)) {
        // Netty knows of the stream, and no more: it codes without a dynamic table.
        ctx.fireChannelRead(octets.readRetainedSlice(typeOctets));
        edge.compression().take(type, octets);
        return;
      }
    }
    // RFC 9114 6.2: what is of an unknown type means nothing here. Netty takes the low 32 bits of a
    // type for all of it.
    if (failed || type > QPACK_DECODER) {
      ReferenceCountUtil.release(message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  /** Gives how many of the octets are of the stream's type. */
  private int follow(ByteBuf octets) {
    ByteBuf rest = octets.slice();
    while (type == NOT_READ && rest.isReadable()) {
      if (typeRead.take(rest.readByte())) {
        type = typeRead.value();
      }
    }
    int typeOctets = rest.readerIndex();
    if (type == PUSH) {
      // RFC 9114 6.2.2. Netty waits for the number of the push as well, in the same read.
      fail(Http3ErrorCode.H3_STREAM_CREATION_ERROR, "push stream of a client");
    } else if (type == CONTROL) {
      Http3ErrorCode error = frames.follow(rest);
      if (error != null) {
        fail(error, "malformed frame on the control stream");
      }
    }
    return typeOctets;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    boolean isReset = cause instanceof QuicStreamResetException;
    if (isReset && type != NOT_READ && type <= QPACK_DECODER) {
      // RFC 9114 6.2.1, RFC 9204 4.2: Netty hears of the FIN of such a stream, not of a reset.
      fail(Http3ErrorCode.H3_CLOSED_CRITICAL_STREAM, "critical stream reset");
    } else if (!isReset) {
      ctx.fireExceptionCaught(cause);
    }
  }

  private void fail(Http3ErrorCode code, String why) {
    if (!failed) {
      failed = true;
      edge.fail(code, why);
    }
  }

  /** What Netty's QPACK handlers throw without an answer: octets that they do not see for wrong. */
  private final class Failures extends ChannelInboundHandlerAdapter {
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      if (type == QPACK_ENCODER) {
        fail(Http3ErrorCode.QPACK_ENCODER_STREAM_ERROR, "");
      } else if (type == QPACK_DECODER) {
        fail(Http3ErrorCode.QPACK_DECODER_STREAM_ERROR, "");
      }
      // The control stream's own handler has had its word.
    }
  }
}
