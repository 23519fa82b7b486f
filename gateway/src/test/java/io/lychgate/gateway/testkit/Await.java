package io.lychgate.gateway.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Waits until another thread fulfils a condition. */
public final class Await {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** The pauses of a long wait are this part of the time waited so far, because other tests need the processor. */
  private static final int PAUSE_PART = 16;

  private static final long LONG_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private Await() {}

  /** Retries until the assertion passes. After thirty seconds the test fails with its last failure. */
  public static void until(ThrowingCallable assertion) {
    within(PATIENCE, assertion);
  }

  /**
   * Retries until the assertion passes. After this time the test fails with its last failure. A
   * {@code null} is retried, too: the part that the assertion reads may not be there yet.
   */
  public static void within(Duration patience, ThrowingCallable assertion) {
    long start = System.nanoTime();
    while (true) {
      long begin = System.nanoTime();
      try {
        assertion.call();
        return;
      } catch (AssertionError | NullPointerException notYet) {
        if (System.nanoTime() - start > patience.toNanos()) {
          throw notYet;
        }
      } catch (Throwable broken) {
        throw new AssertionError("await: condition cannot be evaluated", broken);
      }
      long now = System.nanoTime();
      LockSupport.parkNanos(pauseNanos(now - start, now - begin));
    }
  }

  /** A condition that takes long to evaluate, such as a login, has twice this time for its pause. */
  private static long pauseNanos(long waitedNanos, long lastNanos) {
    long ofWait = Math.min(waitedNanos / PAUSE_PART, LONG_PAUSE_NANOS);
    long ofCondition = Math.min(2 * lastNanos, LONGEST_PAUSE_NANOS);
    return Math.max(PAUSE_NANOS, Math.max(ofWait, ofCondition));
  }

  /** Waits until a growing number stays the same for this time, and returns it. Bytes that are held back stop growing. */
  public static long still(LongSupplier number, Duration quiet) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    long last = number.getAsLong();
    long since = System.nanoTime();
    while (last == 0 || System.nanoTime() - since < quiet.toNanos()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("await: " + last + " and growing (expected: to stop)");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      long now = number.getAsLong();
      if (now != last) {
        last = now;
        since = System.nanoTime();
      }
    }
    return last;
  }

  /** Waits for another thread of the test to open the latch. */
  public static void latch(CountDownLatch latch) {
    try {
      if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("await: latch still closed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits briefly for other threads, where no condition can be evaluated. */
  static void briefly() {
    LockSupport.parkNanos(10 * PAUSE_NANOS);
  }
}
