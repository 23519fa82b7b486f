package io.lychgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import java.util.List;

/**
 * Writes HEADERS and small DATA frames as one buffer each. Netty writes frame header and payload apart, with a promise that
 * combines both. For a small response, that is four buffers to allocate, queue for TLS and complete, instead of two.
 */
public final class WholeFrames extends DefaultHttp2FrameWriter {
  /** Size of a frame header (RFC 9113 section 4.1). */
  private static final int HEAD_BYTES = 9;

  /** Bytes of a response's fields when most of them are in the dynamic table. The buffer grows for others. */
  private static final int USUAL_BYTES = 256;

  /**
   * Maximum number of bytes to copy. A copy of this size costs less than a separate buffer. TLS also copies small buffers into its
   * records.
   */
  private static final int COPIED_BYTES = 4 * 1024;

  private final Http2HeadersEncoder fields;
  private final PlainSize.Samples sizes;

  public WholeFrames() {
    this(PlainSize.Samples.NONE);
  }

  /** @param sizes receives the sizes of sampled header sections */
  public WholeFrames(PlainSize.Samples sizes) {
    this(new DefaultHttp2HeadersEncoder(), sizes);
  }

  /** @param sensitive selects the fields that no table may hold (RFC 7541 section 7.1.3) */
  public WholeFrames(Http2HeadersEncoder.SensitivityDetector sensitive) {
    this(new DefaultHttp2HeadersEncoder(sensitive), PlainSize.Samples.NONE);
  }

  private WholeFrames(Http2HeadersEncoder fields, PlainSize.Samples sizes) {
    super(fields);
    this.fields = fields;
    this.sizes = sizes;
  }

  @Override
  public ChannelFuture writeHeaders(
      ChannelHandlerContext ctx,
      int streamId,
      Http2Headers headers,
      int padding,
      boolean end,
      ChannelPromise promise) {
    if (padding != 0) {
      return super.writeHeaders(ctx, streamId, headers, padding, end, promise);
    }
    ByteBuf frame = ctx.alloc().buffer(USUAL_BYTES);
    try {
      // The frame header is filled in when its length is known.
      frame.writerIndex(HEAD_BYTES);
      fields.encodeHeaders(streamId, headers, frame);
    } catch (Http2Exception e) {
      frame.release();
      return promise.setFailure(e);
    } catch (RuntimeException e) {
      frame.release();
      promise.setFailure(e);
      throw e;
    }
    int length = frame.readableBytes() - HEAD_BYTES;
    if (sizes.wantsNext()) {
      sizes.take(PlainSize.ofResponse(headers), length);
    }
    int endStream = end ? Http2Flags.END_STREAM : 0;
    if (length > maxFrameSize()) {
      return ctx.write(continued(ctx, frame, streamId, endStream), promise);
    }
    frame.setMedium(0, length);
    frame.setByte(3, Http2FrameTypes.HEADERS);
    frame.setByte(4, Http2Flags.END_HEADERS | endStream);
    frame.setInt(5, streamId);
    return ctx.write(frame, promise);
  }

  /**
   * Splits the fields into HEADERS and CONTINUATION frames in one buffer: no frame may come between them (RFC 9113 section 6.10).
   */
  private ByteBuf continued(ChannelHandlerContext ctx, ByteBuf block, int streamId, int endStream) {
    block.skipBytes(HEAD_BYTES);
    int frames = (block.readableBytes() + maxFrameSize() - 1) / maxFrameSize();
    ByteBuf all = ctx.alloc().buffer(block.readableBytes() + frames * HEAD_BYTES);
    byte type = Http2FrameTypes.HEADERS;
    int flags = endStream;
    while (block.isReadable()) {
      int length = Math.min(block.readableBytes(), maxFrameSize());
      boolean isLast = length == block.readableBytes();
      writeHead(all, length, type, isLast ? flags | Http2Flags.END_HEADERS : flags, streamId);
      block.readBytes(all, length);
      type = Http2FrameTypes.CONTINUATION;
      flags = 0;
    }
    block.release();
    return all;
  }

  @Override
  public ChannelFuture writeData(
      ChannelHandlerContext ctx,
      int streamId,
      ByteBuf data,
      int padding,
      boolean end,
      ChannelPromise promise) {
    int length = data.readableBytes();
    if (padding != 0 || length > maxFrameSize()) {
      return super.writeData(ctx, streamId, data, padding, end, promise);
    }
    int copied = length > COPIED_BYTES ? 0 : length;
    ByteBuf frame = ctx.alloc().buffer(HEAD_BYTES + copied);
    writeHead(frame, length, Http2FrameTypes.DATA, end ? Http2Flags.END_STREAM : 0, streamId);
    if (copied < length) {
      var unused = ctx.write(frame);
      return writeParts(ctx, data, promise);
    }
    // readBytes copies from address to address; writeBytes would create a ByteBuffer.
    data.readBytes(frame, length);
    data.release();
    return ctx.write(frame, promise);
  }

  /**
   * Writes a payload without a copy. Its pieces are written one by one: TLS copies each buffer into a record and would first merge a
   * composite one on the heap. Buffers of a connection are written, or fail, in order, so the last one stands for all.
   */
  private static ChannelFuture writeParts(
      ChannelHandlerContext ctx, ByteBuf data, ChannelPromise promise) {
    if (!(data instanceof CompositeByteBuf pieces)) {
      return ctx.write(data, promise);
    }
    List<ByteBuf> parts = pieces.decompose(pieces.readerIndex(), pieces.readableBytes());
    int last = parts.size() - 1;
    for (int i = 0; i < last; i++) {
      var unused = ctx.write(parts.get(i).retain());
    }
    ByteBuf end = parts.get(last).retain();
    pieces.release();
    return ctx.write(end, promise);
  }

  private static void writeHead(ByteBuf out, int length, byte type, int flags, int streamId) {
    out.writeMedium(length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(streamId);
  }
}
