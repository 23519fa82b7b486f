package io.lychgate.gateway.http;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * A token bucket for frames that cost work but cost the peer nothing, and that Netty does not limit. These are PRIORITY,
 * WINDOW_UPDATE, unknown types, and PING and SETTINGS of a peer that reads. One per kind of frame and connection. Event loop only.
 */
final class FrameBudget {
  private final String frames;
  private final int burst;
  private final int perSecond;
  private long tokens;
  private long refilledAtNanos = System.nanoTime();

  /**
   * @param burst frames that may come at once
   * @param perSecond frames per second that may come permanently
   */
  public FrameBudget(String frames, int burst, int perSecond) {
    this.frames = frames;
    this.burst = burst;
    this.perSecond = perSecond;
    this.tokens = burst;
  }

  /** Counts one frame. Throws a connection error if the peer exceeds the budget (RFC 9113 section 10.5). */
  public void spend() throws Http2Exception {
    if (--tokens < 0) {
      refill();
      if (tokens < 0) {
        throw Http2Exception.connectionError(
            Http2Error.ENHANCE_YOUR_CALM,
            "%s frames: more than %d at once and %d a second",
            frames,
            burst,
            perSecond);
      }
    }
  }

  /** Adds frames that the peer may send in reply to data from the gateway. */
  public void earn(int more) {
    tokens = Math.min((long) burst * 2, tokens + more);
  }

  private void refill() {
    long now = System.nanoTime();
    long earned = (now - refilledAtNanos) * perSecond / 1_000_000_000L;
    if (earned > 0) {
      refilledAtNanos = now;
      tokens = Math.min(burst, tokens + earned);
    }
  }
}
