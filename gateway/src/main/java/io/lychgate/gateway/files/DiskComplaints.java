package io.lychgate.gateway.files;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs files that cannot be read, at most one warning in ten seconds, so that requests cannot fill the log. */
final class DiskComplaints {
  private static final Logger LOG = LoggerFactory.getLogger(DiskComplaints.class);
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final AtomicLong next = new AtomicLong(System.nanoTime());
  private final AtomicLong kept = new AtomicLong();

  void about(Object file, Throwable cause) {
    long now = System.nanoTime();
    long due = next.get();
    if (now - due >= 0 && next.compareAndSet(due, now + PAUSE_NANOS)) {
      LOG.warn(
          "{}: cannot be read ({} more since the last warning)", file, kept.getAndSet(0), cause);
    } else {
      kept.incrementAndGet();
    }
  }
}
