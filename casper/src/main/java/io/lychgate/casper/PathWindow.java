package io.lychgate.casper;

/**
 * What TCP says of the path to one client.
 *
 * @param windowBytes the congestion window
 * @param thresholdBytes where slow start ends
 * @param roundTripNanos smoothed round-trip time
 * @param inFlightBytes sent and not yet acknowledged, or queued
 */
public record PathWindow(
    long windowBytes, long thresholdBytes, long roundTripNanos, long inFlightBytes) {
  /** Nothing is known of the path: it sets no limit. */
  public static final PathWindow UNKNOWN = new PathWindow(0, 0, 0, 0);

  /** More rounds than any page waits for. Bounds the loop, and the sum from overflowing. */
  private static final int MAX_ROUNDS = 32;

  /** The share of the window at the end that is left to the document, which must not wait for acknowledgements of pushes. */
  private static final int DOCUMENTS_SHARE = 2;

  /**
   * Bytes that can be pushed ahead of a page that takes so long, and be gone when its first bytes come: in each round trip
   * that ends before, one window (RFC 5681 section 3.1: doubled each round up to the threshold; what congestion avoidance adds is little); of
   * the window that is open when the page comes, the half that the page can spare.
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
