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
 * Writes HEADERS, small DATA frames and the headers of large ones into the buffer of {@link GatheredFrames}. Netty writes frame
 * header and payload apart, with a promise that combines both. For a small response, that is four buffers to allocate, queue for
 * TLS and complete.
 */
public final class WholeFrames extends DefaultHttp2FrameWriter {
  /** Size of a frame header (RFC 9113 section 4.1). */
  private static final int HEAD_BYTES = 9;

  private static final int TYPE_AT = 3;
  private static final int FLAGS_AT = 4;
  private static final int STREAM_AT = 5;

  /**
   * Maximum number of bytes to copy. A copy of this size costs less than a separate buffer. TLS also copies small buffers into its
   * records.
   */
  private static final int COPIED_BYTES = 4 * 1024;

  private final GatheredFrames gathered;
  private final Http2HeadersEncoder fields;
  private final PlainSize.Samples sizes;

  /** @param gathered the handler next to that of HTTP/2 */
  public WholeFrames(GatheredFrames gathered) {
    this(gathered, PlainSize.Samples.NONE);
  }

  /** @param sizes receives the sizes of sampled header sections */
  public WholeFrames(GatheredFrames gathered, PlainSize.Samples sizes) {
    this(gathered, new DefaultHttp2HeadersEncoder(), sizes);
  }

  /** @param sensitive selects the fields that no table may hold (RFC 7541 section 7.1.3) */
  public WholeFrames(GatheredFrames gathered, Http2HeadersEncoder.SensitivityDetector sensitive) {
    this(gathered, new DefaultHttp2HeadersEncoder(sensitive), PlainSize.Samples.NONE);
  }

  private WholeFrames(
      GatheredFrames gathered, Http2HeadersEncoder fields, PlainSize.Samples sizes) {
    super(fields);
    this.gathered = gathered;
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
    ByteBuf out = gathered.room();
    int start = out.writerIndex();
    try {
      // The frame header is filled in when its length is known.
      out.writeZero(HEAD_BYTES);
      fields.encodeHeaders(streamId, headers, out);
    } catch (Http2Exception e) {
      out.writerIndex(start);
      return promise.setFailure(e);
    } catch (RuntimeException e) {
      out.writerIndex(start);
      promise.setFailure(e);
      throw e;
    }
    int length = out.writerIndex() - start - HEAD_BYTES;
    if (sizes.wantsNext()) {
      sizes.take(PlainSize.ofResponse(headers), length);
    }
    int endStream = end ? Http2Flags.END_STREAM : 0;
    if (length > maxFrameSize()) {
      ByteBuf all = continued(ctx, out.slice(start + HEAD_BYTES, length), streamId, endStream);
      out.writerIndex(start);
      return ctx.write(all, promise);
    }
    out.setMedium(start, length);
    out.setByte(start + TYPE_AT, Http2FrameTypes.HEADERS);
    out.setByte(start + FLAGS_AT, Http2Flags.END_HEADERS | endStream);
    out.setInt(start + STREAM_AT, streamId);
    return gathered.append(promise);
  }

  /**
   * Splits the fields into HEADERS and CONTINUATION frames in one buffer: no frame may come between them (RFC 9113 section 6.10).
   */
  private ByteBuf continued(ChannelHandlerContext ctx, ByteBuf block, int streamId, int endStream) {
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
    ByteBuf out = gathered.room(HEAD_BYTES + copied);
    writeHead(out, length, Http2FrameTypes.DATA, end ? Http2Flags.END_STREAM : 0, streamId);
    if (copied < length) {
      return writeParts(ctx, data, promise);
    }
    // readBytes copies from address to address; writeBytes would create a ByteBuffer.
    data.readBytes(out, length);
    data.release();
    return gathered.append(promise);
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
