package io.lychgate.gateway.listen;

import java.util.concurrent.TimeUnit;

/**
 * How long the TLS records of a connection are. A receiver can use nothing of a record before all of it is here (RFC 8446
 * section 5.2): as long as a record takes several round trips, or is held up by one lost packet of many, each packet has one of
 * its own. In bulk they are as long as may be, which costs a third of the CPU. After a pause the congestion window is small
 * again, and so are the records.
 */
final class RecordLength {
  /** Bytes: what is left of a packet of 1500 after IPv6, TCP with its usual options, and the record's own octets. */
  static final int SHORT = 1350;

  /** Bytes. RFC 8446 section 5.1: 2^14 is the most. */
  static final int LONG = 16 * 1024;

  /** Bytes in short records: two of the first round trips, of ten and of twenty packets. */
  static final int SHORT_PHASE = 40 * 1024;

  /** As Linux itself, which takes a congestion window back after the time of a retransmission (RFC 5681 section 4.1). */
  static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private int left = SHORT_PHASE;
  private long lastNanos;

  /** The length of records from now on. */
  int begin(long nowNanos) {
    if (nowNanos - lastNanos > PAUSE_NANOS) {
      left = SHORT_PHASE;
    }
    lastNanos = nowNanos;
    return left > 0 ? SHORT : LONG;
  }

  /** Bytes that are still to go in short records; 0 for none. */
  int shortBytes() {
    return left;
  }

  void written(int bytes) {
    left = Math.max(0, left - bytes);
  }
}
