package io.lychgate.gateway.http2;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How much of the path may be filled before a page has its first bytes, by what goes ahead of it. As long as the page is further
 * away than half a round trip, by which the last acknowledgements come too late for it: twice what was delivered in the last round trip, as slow start would have it (RFC 5681 section
 * 3.1), and no more, because what the kernel has taken goes before the page. From then on, or when it is unknown when the page
 * comes: what keeps the path busy without a long queue, and leaves so much of the congestion window that the page's first bytes
 * leave at once and do not wait for acknowledgements of what was early. A page that comes within the round trip loses nothing by
 * it: what is left of the window is sent behind its first bytes. No room is kept for a page that is much later than expected.
 *
 * <p>Times are of {@link System#nanoTime}. Event loop only.
 */
final class EarlyRoom {
  /** One in so many bytes of a small window is for what is early. The rest is for the page: 10 KiB of ten segments. */
  static final int SHARE = 3;

  /** Bytes of a wide window that are for the page. */
  static final int PAGE = 24 * 1024;

  /** Bytes of ten segments: what any path is trusted with at first (RFC 6928). */
  private static final int FIRST_WINDOW = 14_600;

  /** Bytes. What is shorter costs more than it gains: a frame's head, a record, a packet. */
  private static final int LEAST = 1024;

  /** A page comes as much earlier than expected, by its usual time. */
  private static final int EARLIER = 8;

  /** Looks at the path in a round trip. */
  static final int LOOKS = 8;

  /** A page that is later than this, or than twice its usual time, may be one that never comes. */
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long LEAST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Supplier<TcpState> look;

  /** When the page is expected at the earliest. */
  private final long pageNanos;

  private final long lateNanos;

  private TcpState path = TcpState.UNKNOWN;
  private boolean hasLooked;
  private boolean wasFarAway;
  private long lookedNanos;

  /** Bytes since the last look. */
  private long sent;

  /**
   * @param nowNanos the time
   * @param thinkNanos until the page is expected; 0 if unknown
   */
  EarlyRoom(long nowNanos, long thinkNanos, Supplier<TcpState> look) {
    this.look = look;
    this.pageNanos = nowNanos + thinkNanos - thinkNanos / EARLIER;
    this.lateNanos = nowNanos + Math.max(2 * thinkNanos, thinkNanos + LATE_NANOS);
  }

  /** Bytes that may be sent early now; 0 for none. */
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

  /** The page is so late that nothing waits for it. */
  boolean isLate(long nowNanos) {
    return nowNanos - lateNanos > 0;
  }

  void sent(int bytes) {
    sent += bytes;
  }

  private long busy() {
    // What is acknowledged between two looks, on top: the path must not seem idle to the kernel.
    return carried() + carried() / LOOKS;
  }

  /** Half as much again as the path takes: it may be able to carry more, and is to be found out. */
  private long besideThePage() {
    long delivered = path.deliveredBytes();
    return Math.max(
        carried() / SHARE, Math.min(delivered + delivered / 2, path.windowBytes() - PAGE));
  }

  /** Of the window, what can be there without a long queue. */
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

  /** Until there may be more room, as more was acknowledged. */
  long betweenLooks() {
    return Math.max(LEAST_LOOK_NANOS, path.roundTripNanos() / LOOKS);
  }
}
