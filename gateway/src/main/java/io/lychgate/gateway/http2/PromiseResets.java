package io.lychgate.gateway.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2FrameLogger;
import io.netty.handler.logging.LogLevel;
import org.jspecify.annotations.Nullable;

/**
 * Hears of every RST_STREAM for a stream that we promised.
 *
 * <p>A logger of frames, because nothing else is told in time: Netty drops resets of streams that are closed for us, and a
 * small push is written whole before the client's refusal can be here.
 */
final class PromiseResets extends Http2FrameLogger {
  private @Nullable Http2Edge edge;

  PromiseResets() {
    super(LogLevel.TRACE, PromiseResets.class);
  }

  void reportTo(Http2Edge of) {
    edge = of;
  }

  /** Asked before anything is written to a log, which is not what this is for. */
  @Override
  public boolean isEnabled() {
    return false;
  }

  @Override
  public void logRstStream(
      Direction direction, ChannelHandlerContext ctx, int streamId, long errorCode) {
    Http2Edge reported = edge;
    // RFC 9113 5.1.1: streams that a server opens have even numbers.
    if (direction == Direction.INBOUND && (streamId & 1) == 0 && reported != null) {
      reported.promiseReset(streamId);
    }
  }
}
