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
 * Passes Netty one whole frame at a time, so that stream errors are handled as the RFCs require. This needs the head of the
 * frame, which Netty does not expose:
 *
 * <ul>
 *   <li>A request that depends on itself is an error of its stream (RFC 7540 section 5.3.1). Netty ends the connection, because it
 *       would leave the field section unread and so lose the state of HPACK. Here the dependency is taken out, the section is
 *       read, and {@link RequestFrames} refuses the request.
 *   <li>Netty resets a stream for an error in its frame even if the stream is idle, which RFC 9113 section 6.4 forbids.
 *       {@link Http2Edge} ends the connection unless the frame is one that opens streams.
 *   <li>HEADERS and DATA on a stream that their sender has ended are an error of type STREAM_CLOSED (RFC 9113 section 5.1), also
 *       if they have other errors.
 * </ul>
 */
final class FrameByFrame extends DecoratingHttp2ConnectionDecoder {
  /** RFC 9113 section 4.1: length (3 octets), type (1), flags (1), stream (4). */
  private static final int HEAD_BYTES = 9;

  private static final int TYPE_AT = 3;
  private static final int FLAGS_AT = 4;
  private static final int STREAM_AT = 5;

  private static final int STREAM_BITS = 0x7fff_ffff;

  /** Cost of a frame in the turn's budget; of one that begins a request. */
  private static final int COST = 1;

  private static final int COST_OF_REQUEST = 8;

  /** Streams whose windows a SETTINGS frame may change that cost 1 more. */
  private static final int STREAMS = 8;

  /** Bytes of fields that cost 1 more. */
  private static final int FIELD_BYTES = 1024;

  private @Nullable TurnBudget budget;
  private boolean hasMoreInput;
  private byte type;

  /** Whether the client had ended the stream of the last HEADERS or DATA frame before that frame. */
  private boolean isAfterEnd;

  /** The stream whose HEADERS were the last to depend on themselves. */
  private int dependsOnItself;

  FrameByFrame(Http2ConnectionDecoder decoder) {
    super(decoder);
  }

  /** Bounds what is decoded in one turn of the loop. */
  void boundBy(TurnBudget turns) {
    budget = turns;
  }

  /** Whether the frame that is being read, or was read last, has fields: the stream of such a frame is open for its client. */
  boolean isOfFields() {
    return type == Http2FrameTypes.HEADERS || type == Http2FrameTypes.CONTINUATION;
  }

  /** Returns true if bytes follow the current frame. */
  boolean hasMoreInput() {
    return hasMoreInput;
  }

  /** Whether the frame that is being read, or was read last, is SETTINGS. */
  boolean isSettings() {
    return type == Http2FrameTypes.SETTINGS;
  }

  /** Whether the frame has fields or is DATA. */
  boolean isOfMessage() {
    return isOfFields() || type == Http2FrameTypes.DATA;
  }

  /** Whether the frame has fields or is DATA, and its client had already ended the stream, which is not closed yet. */
  boolean isAfterEnd() {
    return isOfMessage() && isAfterEnd;
  }

  /** Of a stream whose fields are being read. */
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
      if (!isWhole && length <= Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE) {
        return;
      }
      if (budget != null && !budget.allowsMore()) {
        return;
      }
      // What is too long to wait for is refused by its head.
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

  /** RFC 9113 section 6.2: the length of the padding if there is any, then dependency and weight if there are any. */
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
