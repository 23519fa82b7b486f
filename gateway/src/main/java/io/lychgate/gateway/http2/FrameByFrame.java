package io.lychgate.gateway.http2;

import io.lychgate.gateway.loop.TurnBudget;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passes Netty one whole frame at a time, so that stream errors are handled as the RFCs require. That requires the head of the
 * frame, which Netty does not expose:
 *
 * <ul>
 *   <li>A request that depends on itself is an error of its stream (RFC 7540 section 5.3.1). Netty ends the connection, because it
 *       would leave the field section unread and so lose the state of HPACK. This class removes the dependency, so that the section
 *       is read. {@link RequestFrames} then refuses the request.
 *   <li>Netty resets a stream for an error in its frame even if the stream is idle, which RFC 9113 section 6.4 forbids.
 *       {@link Http2Edge} ends the connection unless the frame is one that opens streams.
 *   <li>HEADERS and DATA on a stream that their sender has ended are an error of type STREAM_CLOSED (RFC 9113 section 5.1), even
 *       if they have other errors.
 * </ul>
 */
final class FrameByFrame extends DecoratingHttp2ConnectionDecoder {
  /** RFC 9113 section 4.1: length (3 bytes), type (1), flags (1), stream (4). */
  private static final int HEAD_BYTES = 9;

  private static final int TYPE_AT = 3;
  private static final int FLAGS_AT = 4;
  private static final int STREAM_AT = 5;

  private static final int STREAM_BITS = 0x7fff_ffff;

  /** Cost of a frame in the turn's budget. */
  private static final int COST = 1;

  /** Cost of a HEADERS frame, which can begin a request. */
  private static final int COST_OF_REQUEST = 8;

  /** Number of active streams that adds 1 to the cost of a SETTINGS frame, which may change their windows. */
  private static final int STREAMS = 8;

  /** Bytes of fields that add 1 to the cost of their frame. */
  private static final int FIELD_BYTES = 1024;

  private @Nullable TurnBudget budget;
  private boolean hasMoreInput;
  private byte type;

  /** True if the client had ended the stream of the last HEADERS or DATA frame before that frame. */
  private boolean isAfterEnd;

  /** The last stream whose HEADERS made it depend on itself. */
  private int dependsOnItself;

  FrameByFrame(Http2ConnectionDecoder decoder) {
    super(decoder);
  }

  /** Sets the bound of decoding in one turn of the loop. */
  void boundBy(TurnBudget turns) {
    budget = turns;
  }

  /** Returns true if the current or last frame has fields. The stream of such a frame is open for its client. */
  boolean isOfFields() {
    return type == Http2FrameTypes.HEADERS || type == Http2FrameTypes.CONTINUATION;
  }

  /** Returns true if bytes follow the current frame. */
  boolean hasMoreInput() {
    return hasMoreInput;
  }

  /** Returns true if the current or last frame is SETTINGS. */
  boolean isSettings() {
    return type == Http2FrameTypes.SETTINGS;
  }

  /** Returns true if the current or last frame has fields or is DATA. */
  boolean isOfMessage() {
    return isOfFields() || type == Http2FrameTypes.DATA;
  }

  /** Returns true if the frame has fields or is DATA, and its client had already ended the stream, which is not closed yet. */
  boolean isAfterEnd() {
    return isOfMessage() && isAfterEnd;
  }

  /** Returns true if this stream, whose fields are being read, depends on itself. */
  boolean dependsOnItself(int streamId) {
    return streamId == dependsOnItself;
  }

  @Override
  public void decodeFrame(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
      throws Http2Exception {
    int end = in.writerIndex();
    while (in.readableBytes() >= HEAD_BYTES) {
      int start = in.readerIndex();
      int length = in.getUnsignedMedium(start);
      boolean isWhole = end - start - HEAD_BYTES >= length;
      // Also before a frame that is incomplete: its bytes can cost much, in small TLS records.
      if (budget != null && !budget.allowsMore()) {
        return;
      }
      if (!isWhole && length <= Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE) {
        return;
      }
      // Netty refuses a frame that is too long to wait for by its head.
      type = in.getByte(start + TYPE_AT);
      if (budget != null) {
        budget.spend(cost(length));
      }
      if (type == Http2FrameTypes.HEADERS || type == Http2FrameTypes.DATA) {
        Http2Stream stream = connection().stream(in.getInt(start + STREAM_AT) & STREAM_BITS);
        isAfterEnd = stream != null && !stream.state().remoteSideOpen();
      }
      if (type == Http2FrameTypes.HEADERS && isWhole) {
        takeOutDependencyOnItself(in, start, length);
      }
      hasMoreInput = isWhole && end > start + HEAD_BYTES + length;
      in.writerIndex(isWhole ? start + HEAD_BYTES + length : end);
      try {
        super.decodeFrame(ctx, in, out);
      } finally {
        in.writerIndex(end);
      }
    }
  }

  private int cost(int length) {
    if (isSettings()) {
      return COST + (length == 0 ? 0 : connection().numActiveStreams() / STREAMS);
    }
    if (!isOfFields()) {
      return COST;
    }
    return (type == Http2FrameTypes.HEADERS ? COST_OF_REQUEST : COST) + length / FIELD_BYTES;
  }

  /**
   * Removes a stream's dependency on itself. The payload begins with the length of the padding, if any, then dependency and weight,
   * if any (RFC 9113 section 6.2).
   */
  private void takeOutDependencyOnItself(ByteBuf in, int start, int length) {
    int flags = in.getByte(start + FLAGS_AT);
    int padding = (flags & Http2Flags.PADDED) == 0 ? 0 : 1;
    boolean hasPriority = (flags & Http2Flags.PRIORITY) != 0 && length >= padding + Integer.BYTES;
    int at = start + HEAD_BYTES + padding;
    int streamId = in.getInt(start + STREAM_AT) & STREAM_BITS;
    if (hasPriority && (in.getInt(at) & STREAM_BITS) == streamId) {
      in.setInt(at, 0);
      dependsOnItself = streamId;
    }
  }
}
