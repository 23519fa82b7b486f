package io.lychgate.casper;

/**
 * The TCP state of the path to one client.
 *
 * @param windowBytes the congestion window
 * @param thresholdBytes the slow-start threshold
 * @param roundTripNanos smoothed round-trip time
 * @param inFlightBytes bytes sent and not yet acknowledged, or queued
 */
public record PathWindow(
    long windowBytes, long thresholdBytes, long roundTripNanos, long inFlightBytes) {
  /** An unknown path, which sets no limit. */
  public static final PathWindow UNKNOWN = new PathWindow(0, 0, 0, 0);

  /** More rounds than any page waits for. Limits the loop, and keeps the sum from overflowing. */
  private static final int MAX_ROUNDS = 32;

  /** Divisor of the last window. The rest is left to the document, which must not wait for acknowledgements of pushes. */
  private static final int DOCUMENTS_SHARE = 2;

  /**
   * Returns the bytes that can be pushed ahead of a page with this think time and leave before its first bytes. Each round trip
   * that ends before them carries one window. The window doubles each round up to the threshold (RFC 5681 section 3.1); the growth
   * in congestion avoidance is negligible and ignored. The window that is open when the page comes counts half, because the page
   * can spare that half.
   */
  public long pushableWithin(long thinkNanos) {
    if (roundTripNanos <= 0 || windowBytes <= 0) {
      return Long.MAX_VALUE;
    }
    long sum = 0;
    long window = windowBytes;
    long rounds = Math.min(MAX_ROUNDS, thinkNanos / roundTripNanos);
    for (long round = 0; round < rounds; round++) {
      sum += window;
      window = window < thresholdBytes ? Math.min(2 * window, thresholdBytes) : window;
    }
    return Math.max(0, sum + window / DOCUMENTS_SHARE - inFlightBytes);
  }
}
