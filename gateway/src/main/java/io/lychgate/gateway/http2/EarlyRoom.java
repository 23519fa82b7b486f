package io.lychgate.gateway.http2;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The part of the path that early streams may fill before a page has its first bytes. Early streams are those that go ahead of the
 * page.
 *
 * <p>While the page is more than half a round trip away, this part is twice the bytes delivered in the last round trip, and an
 * eighth of that. Slow start doubles, too (RFC 5681 section 3.1); the eighth keeps the path busy between two looks. The part is no
 * larger, because bytes that the kernel has taken precede the page.
 *
 * <p>Closer to the page, acknowledgements come too late for it. From then on, or if the page's time is unknown, the part only keeps
 * the path busy without a long queue. It leaves enough of the congestion window for the page's first bytes to leave at once,
 * without waiting for acknowledgements of early bytes. A page that comes within the round trip loses nothing: the rest of the
 * window is sent behind its first bytes. No room is kept for a page that is much later than expected.
 *
 * <p>Times are those of {@link System#nanoTime}. Event loop only.
 */
final class EarlyRoom {
  /** Divisor of a small window: this fraction is for early streams. The rest is for the page: 10 KiB of ten segments. */
  static final int SHARE = 3;

  /** Bytes of a wide window that are reserved for the page. */
  static final int PAGE = 24 * 1024;

  /** Bytes of ten segments, the initial window of any path (RFC 6928). */
  private static final int FIRST_WINDOW = 14_600;

  /** Minimum number of bytes to send. Less costs more than it gains: a frame header, a record, a packet. */
  private static final int LEAST = 1024;

  /** Divisor of the think time: a page may come earlier than expected by this fraction. */
  private static final int EARLIER = 8;

  /** Number of looks at the path per round trip. */
  static final int LOOKS = 8;

  /** A page may never come if it is later than this, or than twice its usual time. */
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long LEAST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Supplier<TcpState> look;

  /** Earliest expected time of the page. */
  private final long pageNanos;

  private final long lateNanos;

  private TcpState path = TcpState.UNKNOWN;
  private boolean hasLooked;
  private boolean wasFarAway;
  private long lookedNanos;

  /** Bytes sent since the last look. */
  private long sent;

  /**
   * @param nowNanos the current time
   * @param thinkNanos the expected time until the page; 0 if unknown
   */
  EarlyRoom(long nowNanos, long thinkNanos, Supplier<TcpState> look) {
    this.look = look;
    this.pageNanos = nowNanos + thinkNanos - thinkNanos / EARLIER;
    this.lateNanos = nowNanos + Math.max(2 * thinkNanos, thinkNanos + LATE_NANOS);
  }

  /** Returns the bytes that may be sent early now; 0 for none. */
  int bytes(long nowNanos) {
    if (isLookDue(nowNanos)) {
      path = look.get();
      lookedNanos = nowNanos;
      sent = 0;
      hasLooked = true;
      wasFarAway = isFarAway(nowNanos);
    }
    if (!path.isKnown() || isLate(nowNanos)) {
      return Integer.MAX_VALUE;
    }
    long most = isFarAway(nowNanos) ? busy() : besideThePage();
    long room = most - path.heldBytes() - sent;
    return room < LEAST ? 0 : (int) Math.min(Integer.MAX_VALUE, room);
  }

  /** Returns true if the page is so late that nothing waits for it. */
  boolean isLate(long nowNanos) {
    return nowNanos - lateNanos > 0;
  }

  void sent(int bytes) {
    sent += bytes;
  }

  private long busy() {
    // Adds the bytes acknowledged between two looks, so that the path does not seem idle to the
    // kernel.
    return carried() + carried() / LOOKS;
  }

  /**
   * Returns the bytes that may be in flight beside the page. This is up to half more than the path delivers, to probe whether it
   * can carry more.
   */
  private long besideThePage() {
    long delivered = path.deliveredBytes();
    return Math.max(
        carried() / SHARE, Math.min(delivered + delivered / 2, path.windowBytes() - PAGE));
  }

  /** Returns the part of the window that fits on the path without a long queue. */
  private long carried() {
    long delivered = path.deliveredBytes();
    return delivered == 0
        ? path.windowBytes()
        : Math.min(path.windowBytes(), Math.max(FIRST_WINDOW, 2 * delivered));
  }

  private boolean isFarAway(long nowNanos) {
    return pageNanos - nowNanos > path.roundTripNanos() / 2;
  }

  private boolean isLookDue(long nowNanos) {
    return !hasLooked
        || wasFarAway != isFarAway(nowNanos)
        || nowNanos - lookedNanos >= betweenLooks();
  }

  /** Returns the time until more bytes may be acknowledged, so that there may be more room. */
  long betweenLooks() {
    return Math.max(LEAST_LOOK_NANOS, path.roundTripNanos() / LOOKS);
  }
}
