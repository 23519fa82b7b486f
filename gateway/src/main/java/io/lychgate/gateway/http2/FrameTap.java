package io.lychgate.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameLogger;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.logging.LogLevel;
import org.jspecify.annotations.Nullable;

/**
 * Observes frames that Netty does not report. These are RST_STREAM for streams that the gateway has closed, because a small push is
 * written completely before the client's refusal can arrive. They are also unknown frames on streams that do not exist. The tap
 * also records whether a HEADERS frame had a priority, because Netty fills in the default of RFC 7540 5.3.5.
 *
 * <p>It is a frame logger, because no other callback comes in time.
 */
final class FrameTap extends Http2FrameLogger {
  private @Nullable Reports reports;
  private boolean hadPriority;

  FrameTap() {
    super(LogLevel.TRACE, FrameTap.class);
  }

  /** Receives the observed frames. */
  interface Reports {
    /** Handles a frame of a type unknown to Netty, on a stream that is not open. */
    void strayFrame(byte frameType, int streamId);

    /** Handles the client's reset of a promised stream, which the gateway may have ended long before. */
    void promiseReset(int streamId);

    boolean isOpen(int streamId);
  }

  void reportTo(Reports to) {
    reports = to;
  }

  /** Returns true if the HEADERS frame being read has the PRIORITY flag (RFC 7540 6.2). */
  boolean hadPriority() {
    return hadPriority;
  }

  /** Disables the log itself, which this class does not need. */
  @Override
  public boolean isEnabled() {
    return false;
  }

  @Override
  public void logHeaders(
      Direction direction,
      ChannelHandlerContext ctx,
      int streamId,
      Http2Headers headers,
      int padding,
      boolean endStream) {
    if (direction == Direction.INBOUND) {
      hadPriority = false;
    }
  }

  @Override
  public void logHeaders(
      Direction direction,
      ChannelHandlerContext ctx,
      int streamId,
      Http2Headers headers,
      int streamDependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean endStream) {
    if (direction == Direction.INBOUND) {
      hadPriority = true;
    }
  }

  @Override
  public void logUnknownFrame(
      Direction direction,
      ChannelHandlerContext ctx,
      byte frameType,
      int streamId,
      Http2Flags flags,
      ByteBuf data) {
    Reports to = reports;
    if (direction == Direction.INBOUND && to != null && streamId != 0 && !to.isOpen(streamId)) {
      to.strayFrame(frameType, streamId);
    }
  }

  @Override
  public void logRstStream(
      Direction direction, ChannelHandlerContext ctx, int streamId, long errorCode) {
    Reports to = reports;
    // RFC 9113 5.1.1: streams that a server opens have even numbers.
    if (direction == Direction.INBOUND && (streamId & 1) == 0 && to != null) {
      to.promiseReset(streamId);
    }
  }
}
