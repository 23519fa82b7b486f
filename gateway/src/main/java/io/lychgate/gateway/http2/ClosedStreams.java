package io.lychgate.gateway.http2;

import org.jspecify.annotations.Nullable;

/**
 * Records how streams of one client were closed. By RFC 9113 sections 5.1 and 5.1.1, the reaction to a late HEADERS or DATA frame
 * depends on it. Keeps only the latest unusual cases: skipped stream numbers, and streams that were reset. Every other stream was
 * ended by both sides. Event loop only.
 */
final class ClosedStreams {
  /**
   * Number of resets remembered per stream that a client may have open. Frames that a client sent before it saw a reset arrive
   * within a round trip. In that time the gateway can reset all streams of a client, and the client can reset as many.
   */
  private static final int RESETS_PER_STREAM = 2;

  /** Number of remembered gaps between stream numbers. Correct clients leave none. */
  private static final int MAX_GAPS = 16;

  /** The way in which a stream was closed. */
  enum Cause {
    /** The client skipped this stream number: the stream is no longer "idle" and was never used. */
    PASSED_OVER,
    RESET_BY_CLIENT,
    RESET_BY_GATEWAY,
    ENDED
  }

  private final int maxResets;
  private int last = -1;

  /** First and last number of each gap, alternating; 0 for none. */
  private int @Nullable [] gaps;

  private int nextGap;

  /** Positive: reset by the client; negative: by the gateway. */
  private int @Nullable [] resets;

  private int nextReset;

  /** @param maxStreams maximum number of concurrent streams of the client */
  ClosedStreams(int maxStreams) {
    maxResets = RESETS_PER_STREAM * maxStreams;
  }

  /** Records that the client has opened this stream. */
  void opened(int streamId) {
    if (streamId > last + 2) {
      if (gaps == null) {
        gaps = new int[2 * MAX_GAPS];
      }
      gaps[nextGap] = last + 2;
      gaps[nextGap + 1] = streamId - 2;
      nextGap = (nextGap + 2) % gaps.length;
    }
    last = Math.max(last, streamId);
  }

  void resetByClient(int streamId) {
    reset(streamId);
  }

  void resetByGateway(int streamId) {
    reset(-streamId);
  }

  private void reset(int streamIdAndSide) {
    if (resets == null) {
      resets = new int[maxResets];
    }
    resets[nextReset] = streamIdAndSide;
    nextReset = (nextReset + 1) % resets.length;
  }

  Cause causeOf(int streamId) {
    if (resets != null) {
      for (int reset : resets) {
        if (reset == streamId) {
          return Cause.RESET_BY_CLIENT;
        }
        if (reset == -streamId) {
          return Cause.RESET_BY_GATEWAY;
        }
      }
    }
    if (gaps != null) {
      for (int i = 0; i < gaps.length; i += 2) {
        if (gaps[i] != 0 && streamId >= gaps[i] && streamId <= gaps[i + 1]) {
          return Cause.PASSED_OVER;
        }
      }
    }
    return Cause.ENDED;
  }
}
