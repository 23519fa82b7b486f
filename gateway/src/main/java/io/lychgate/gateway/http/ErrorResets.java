package io.lychgate.gateway.http;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts the resets that a peer makes the gateway send for its errors, as they cancel a request whose work goes on (CVE-2025-55163). One
 * per connection. Event loop only.
 */
public final class ErrorResets {
  /** Maximum number of resets in a window. Resets for upstreams that fail in the middle of a response count too. */
  private static final int MAX = 400;

  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(30);

  private long windowBegan = System.nanoTime();
  private int resets;

  /** Counts a reset with this code. Returns the error of the connection if it is one too many; null otherwise. */
  public @Nullable Http2Exception sent(long code) {
    // CANCEL and NO_ERROR do not respond to an error.
    if (code == Http2Error.CANCEL.code() || code == Http2Error.NO_ERROR.code()) {
      return null;
    }
    long now = System.nanoTime();
    if (now - windowBegan >= WINDOW_NANOS) {
      windowBegan = now;
      resets = 0;
    }
    return ++resets <= MAX
        ? null
        : Http2Exception.connectionError(
            Http2Error.ENHANCE_YOUR_CALM,
            "more than %d resets in %d s",
            MAX,
            TimeUnit.NANOSECONDS.toSeconds(WINDOW_NANOS));
  }
}
