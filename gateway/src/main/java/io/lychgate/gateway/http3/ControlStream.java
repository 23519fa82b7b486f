package io.lychgate.gateway.http3;

import io.lychgate.gateway.loop.TokenBucket;
import io.lychgate.scheduler.PriorityField;
import io.lychgate.scheduler.Urgency;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http3.Http3CancelPushFrame;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Exception;
import io.netty.handler.codec.http3.Http3SettingsFrame;
import io.netty.handler.codec.http3.Http3UnknownFrame;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/** Handles the client's control stream: PRIORITY_UPDATE frames and the QPACK values in SETTINGS. Netty handles GOAWAY. */
final class ControlStream extends ChannelInboundHandlerAdapter {
  /** Frame type of PRIORITY_UPDATE for a request stream (RFC 9218 section 7.2). */
  private static final long PRIORITY_UPDATE_REQUEST = 0xF0700;

  private static final long PRIORITY_UPDATE_PUSH = 0xF0701;

  /** Maximum bytes of the field value: "u=1, i" with room for future parameters. */
  private static final int MAX_PRIORITY_FIELD = 128;

  private final Http3Edge edge;

  /** A browser sends one frame before each request, and one for each image that scrolls into view. */
  private final TokenBucket updates = new TokenBucket(1_000, 200);

  ControlStream(Http3Edge edge) {
    this.edge = edge;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      if (message instanceof Http3UnknownFrame frame) {
        take(frame);
      } else if (message instanceof Http3CancelPushFrame) {
        // RFC 9114 7.2.3: this connection never promised a push. Netty only checks that the push is
        // allowed.
        edge.fail(Http3ErrorCode.H3_ID_ERROR, "CANCEL_PUSH of a push that was not promised");
      } else if (message instanceof Http3SettingsFrame frame) {
        edge.compression().settings(frame.settings());
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void take(Http3UnknownFrame frame) {
    long type = frame.type();
    if (type == PRIORITY_UPDATE_PUSH) {
      // RFC 9218 7.2: this connection never promised a push, so there is none to prioritize.
      edge.fail(Http3ErrorCode.H3_ID_ERROR, "PRIORITY_UPDATE for a push that was not promised");
    } else if (type != PRIORITY_UPDATE_REQUEST) {
      edge.unknownSeen();
    } else if (updates.take()) {
      priorityUpdate(frame.content());
    } else {
      edge.fail(Http3ErrorCode.H3_EXCESSIVE_LOAD, "too many PRIORITY_UPDATE frames");
    }
  }

  /** Returns true for a PRIORITY_UPDATE frame, which is an error on any other stream (RFC 9218 section 7.2). */
  static boolean isPriorityUpdate(Http3UnknownFrame frame) {
    return frame.type() == PRIORITY_UPDATE_REQUEST || frame.type() == PRIORITY_UPDATE_PUSH;
  }

  private void priorityUpdate(ByteBuf payload) {
    int idBytes =
        payload.isReadable() ? 1 << ((payload.getByte(payload.readerIndex()) & 0xc0) >> 6) : 1;
    if (payload.readableBytes() < idBytes) {
      edge.fail(Http3ErrorCode.H3_FRAME_ERROR, "PRIORITY_UPDATE without a stream");
      return;
    }
    long streamId = readInteger(payload, idBytes);
    if (!edge.mayBeRequest(streamId)) {
      edge.fail(Http3ErrorCode.H3_ID_ERROR, "PRIORITY_UPDATE for a stream that can't be a request");
      return;
    }
    if (payload.readableBytes() <= MAX_PRIORITY_FIELD) {
      Urgency priority = PriorityField.parse(payload.toString(StandardCharsets.US_ASCII));
      if (priority != null) {
        edge.reprioritize(streamId, priority);
      }
    }
  }

  /** Reads a variable-length integer (RFC 9000 section 16). */
  private static long readInteger(ByteBuf in, int bytes) {
    long value = in.readByte() & 0x3f;
    for (int i = 1; i < bytes; i++) {
      value = value << 8 | in.readUnsignedByte();
    }
    return value;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // Netty fires errors for which it is about to close the connection. Only the first close
    // counts.
    edge.fail(
        cause instanceof Http3Exception broken
            ? broken.errorCode()
            : Http3ErrorCode.H3_INTERNAL_ERROR,
        "");
  }
}
