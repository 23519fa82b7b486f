package io.lychgate.gateway.listen.tcp;

import java.util.concurrent.TimeUnit;

/**
 * The length of a connection's TLS records. A receiver can use a record only once all of it has arrived (RFC 8446 section 5.2). So
 * each packet has its own record while a record takes several round trips, or while one lost packet of many would delay it. In
 * bulk, records have the maximum length, which takes a third of the CPU time. After a pause the congestion window is small again,
 * and so are the records.
 */
final class RecordLength {
  /** Bytes left of a packet of 1500 after IPv6, TCP with its usual options, and the record's own bytes. */
  static final int SHORT = 1350;

  /** Maximum bytes of a record: 2^14 (RFC 8446 section 5.1). */
  static final int LONG = 16 * 1024;

  /** Bytes in short records: the first two round trips, of ten and of twenty packets. */
  static final int SHORT_PHASE = 40 * 1024;

  /**
   * Pause after which the short phase starts again. Linux likewise resets a congestion window after a retransmission timeout (RFC
   * 5681 section 4.1).
   */
  static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private int left = SHORT_PHASE;
  private long lastNanos;

  /** Returns the length of records from now on. */
  int begin(long nowNanos) {
    if (nowNanos - lastNanos > PAUSE_NANOS) {
      left = SHORT_PHASE;
    }
    lastNanos = nowNanos;
    return left > 0 ? SHORT : LONG;
  }

  /** Returns the bytes that still go into short records; 0 for none. */
  int shortBytes() {
    return left;
  }

  void written(int bytes) {
    left = Math.max(0, left - bytes);
  }
}
