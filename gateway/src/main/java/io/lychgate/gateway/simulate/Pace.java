package io.lychgate.gateway.simulate;

import java.util.concurrent.TimeUnit;

/** Bounds the rate of page views of all visitors, and their time and number. Thread-safe. */
final class Pace {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final long end;
  private final long gap;
  private long left;
  private long next = System.nanoTime();

  /**
   * @param perSecond page views in a second
   * @param most page views in all
   */
  Pace(long nanos, double perSecond, long most) {
    this.end = System.nanoTime() + nanos;
    this.gap = (long) (SECOND / perSecond);
    this.left = most;
  }

  /** Waits until the next page view may begin. Returns false if none is left. */
  boolean await() throws InterruptedException {
    long turn;
    synchronized (this) {
      if (left == 0) {
        return false;
      }
      turn = Math.max(next, System.nanoTime());
      if (turn - end >= 0) {
        // Otherwise visitors would come and leave without a page until the end.
        left = 0;
        return false;
      }
      next = turn + gap;
      left--;
    }
    sleepUntil(turn);
    return true;
  }

  /** Waits between two pages, at most until the end. */
  void think(long millis) throws InterruptedException {
    long wanted = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    sleepUntil(wanted - end > 0 ? end : wanted);
  }

  synchronized boolean isOver() {
    return left == 0 || System.nanoTime() - end >= 0;
  }

  private static void sleepUntil(long nanos) throws InterruptedException {
    long wait = nanos - System.nanoTime();
    if (wait > 0) {
      TimeUnit.NANOSECONDS.sleep(wait);
    }
  }
}
