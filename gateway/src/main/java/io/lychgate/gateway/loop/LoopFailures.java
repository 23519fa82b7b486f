package io.lychgate.gateway.loop;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs exceptions that a loop survives, at most one every ten seconds. Such an exception is a bug or a lack of memory. It must end
 * only one connection, not the loop. Any thread.
 */
public final class LoopFailures {
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private final AtomicLong due = new AtomicLong(System.nanoTime());
  private final AtomicLong suppressed = new AtomicLong();

  /** @param owner the class that names the logger */
  public LoopFailures(Class<?> owner) {
    this.log = LoggerFactory.getLogger(owner);
  }

  /** @param task name of the failed task, for the log */
  public void caught(String task, Throwable failure) {
    long now = System.nanoTime();
    long next = due.get();
    if (now - next >= 0 && due.compareAndSet(next, now + PAUSE_NANOS)) {
      log.error(
          "{} failed; the event loop continues ({} more failures since the last report)",
          task,
          suppressed.getAndSet(0),
          failure);
    } else {
      suppressed.incrementAndGet();
    }
  }
}
