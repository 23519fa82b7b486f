package io.lychgate.gateway.http2;

import java.util.concurrent.TimeUnit;

/**
 * The size of one receive window, fitted to bandwidth times delay: when half of it is used up faster than in two round trips,
 * it is the window that holds the sender up, and it is doubled. So do the implementations of QUIC.
 */
final class WindowGrowth {
  /** In a data centre a round trip is shorter than the time that busy loops on both sides take to come by. */
  private static final long SHORTEST_ROUND_TRIP = TimeUnit.MILLISECONDS.toNanos(5);

  private int size;
  private int used;
  private long sinceNanos;

  /** @param size bytes of the window as it is */
  WindowGrowth(int size, long nowNanos) {
    this.size = size;
    this.sinceNanos = nowNanos;
  }

  int size() {
    return size;
  }

  /**
   * So many bytes of it were used up and given back.
   *
   * @return whether it is time to ask {@link #growth}
   */
  boolean used(int bytes) {
    used += bytes;
    return used >= size / 2;
  }

  /**
   * By how many bytes to enlarge the window, 0 for not at all. Begins to measure anew.
   *
   * @param roundTripNanos of the path
   * @param most bytes that the window may have
   */
  int growth(long nowNanos, long roundTripNanos, int most) {
    long took = nowNanos - sinceNanos;
    used = 0;
    sinceNanos = nowNanos;
    boolean isHeldUp = took < 2 * Math.max(SHORTEST_ROUND_TRIP, roundTripNanos);
    return isHeldUp ? Math.max(0, Math.min(size, most - size)) : 0;
  }

  void grown(int bytes) {
    size += bytes;
  }
}
