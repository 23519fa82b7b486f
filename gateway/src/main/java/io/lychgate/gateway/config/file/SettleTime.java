package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Limits;

/**
 * Delay from a directory event to the look at its files. It doubles after each look that finds no change, as when an access log
 * is written beside the configuration. It returns to the minimum after a change, or after a while without events.
 */
final class SettleTime {
  private static final long SHORTEST_NANOS = Limits.CONFIG_SETTLE.toNanos();
  private static final long LONGEST_NANOS = Limits.CONFIG_SETTLE_LONGEST.toNanos();

  private long nanos = SHORTEST_NANOS;
  private long lastLook;

  /** Returns the nanoseconds from an event at {@code now}, of {@link System#nanoTime}, to the look. */
  synchronized long afterEvent(long now) {
    if (now - lastLook > 2 * LONGEST_NANOS) {
      nanos = SHORTEST_NANOS;
    }
    return nanos;
  }

  /** Records that a look found a change. */
  synchronized void changed() {
    nanos = SHORTEST_NANOS;
  }

  /** Records that the look after an event, at {@code now} of {@link System#nanoTime}, found no change. */
  synchronized void foundNothing(long now) {
    nanos = Math.min(2 * nanos, LONGEST_NANOS);
    lastLook = now;
  }
}
