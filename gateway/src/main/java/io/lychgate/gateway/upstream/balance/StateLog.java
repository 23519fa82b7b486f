package io.lychgate.gateway.upstream.balance;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log of the state changes of one upstream's servers: one line for each, and a limit for servers that change all the time. Any thread. */
final class StateLog {
  /** Lines in {@link #PERIOD_NANOS}. */
  private static final int MAX_LINES = 30;

  private static final long PERIOD_NANOS = 10_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger("io.lychgate.gateway.upstream.health");

  private final String upstream;
  private long periodNanos; // Guarded by this.
  private int lines; // Guarded by this.
  private int unlogged; // Guarded by this.

  StateLog(String upstream) {
    this.upstream = upstream;
  }

  void warn(String subject, String what) {
    if (mayLog(System.nanoTime())) {
      LOG.warn("upstream {}: {}: {}", upstream, subject, what);
    }
  }

  void info(String subject, String what) {
    if (mayLog(System.nanoTime())) {
      LOG.info("upstream {}: {}: {}", upstream, subject, what);
    }
  }

  private synchronized boolean mayLog(long nowNanos) {
    if (lines == 0 || nowNanos - periodNanos >= PERIOD_NANOS) {
      if (unlogged > 0) {
        LOG.warn(
            "upstream {}: {} more state changes of servers without a line", upstream, unlogged);
      }
      periodNanos = nowNanos;
      lines = 0;
      unlogged = 0;
    }
    if (lines >= MAX_LINES) {
      unlogged++;
      return false;
    }
    lines++;
    return true;
  }
}
