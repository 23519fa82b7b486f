package io.lychgate.gateway.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Waits until something holds that another thread does. */
public final class Await {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Await() {}

  /** Tries until the assertion passes; after thirty seconds its last failure is the test's. */
  public static void until(ThrowingCallable assertion) {
    within(PATIENCE, assertion);
  }

  /** Tries until the assertion passes; after this time its last failure is the test's. */
  public static void within(Duration patience, ThrowingCallable assertion) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        assertion.call();
        return;
      } catch (AssertionError notYet) {
        if (System.nanoTime() - deadline > 0) {
          throw notYet;
        }
      } catch (Throwable broken) {
        throw new AssertionError("await: condition cannot be asked", broken);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Waits for a number that grew to stand still for so long, and gives it: what is held back stops growing. */
  public static long still(LongSupplier number, Duration quiet) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    long last = number.getAsLong();
    long since = System.nanoTime();
    while (last == 0 || System.nanoTime() - since < quiet.toNanos()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("await: " + last + " and growing (expected: to stand still)");
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

  /** Gives other threads a moment, where there is no condition to ask. */
  static void briefly() {
    LockSupport.parkNanos(10 * PAUSE_NANOS);
  }
}
