package io.lychgate.gateway.http;

import java.util.concurrent.TimeUnit;

/**
 * The size of one receive window, fitted to bandwidth times delay. If half of the window is used in less than two round trips, the
 * window limits the sender and is doubled. Implementations of QUIC do the same.
 */
public final class WindowGrowth {
  /** Minimum round trip. In a data centre the real one is shorter than the turns of busy loops on both sides. */
  private static final long SHORTEST_ROUND_TRIP = TimeUnit.MILLISECONDS.toNanos(5);

  private int size;
  private int used;
  private long sinceNanos;

  /** @param size current size of the window in bytes */
  public WindowGrowth(int size, long nowNanos) {
    this.size = size;
    this.sinceNanos = nowNanos;
  }

  public int size() {
    return size;
  }

  /**
   * Records bytes that were used and returned.
   *
   * @return true if {@link #growth} should be called
   */
  public boolean used(int bytes) {
    used += bytes;
    return used >= size / 2;
  }

  /**
   * Returns the bytes by which to enlarge the window; 0 for none. Starts a new measurement.
   *
   * @param roundTripNanos round trip of the path
   * @param most maximum size of the window in bytes
   */
  public int growth(long nowNanos, long roundTripNanos, int most) {
    long took = nowNanos - sinceNanos;
    used = 0;
    sinceNanos = nowNanos;
    boolean isHeldUp = took < 2 * Math.max(SHORTEST_ROUND_TRIP, roundTripNanos);
    return isHeldUp ? Math.max(0, Math.min(size, most - size)) : 0;
  }

  public void grown(int bytes) {
    size += bytes;
  }
}
