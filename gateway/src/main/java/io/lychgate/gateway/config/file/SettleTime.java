package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.Limits;

/**
 * How long after an event of a directory its files are looked at. Longer each time that events follow one another and no file
 * has changed, as where an access log is written beside the configuration; as short as ever after a change, or a while without
 * events.
 */
final class SettleTime {
  private static final long SHORTEST_NANOS = Limits.CONFIG_SETTLE.toNanos();
  private static final long LONGEST_NANOS = Limits.CONFIG_SETTLE_LONGEST.toNanos();

  private long nanos = SHORTEST_NANOS;
  private long lastLook;

  /** Nanoseconds from an event at {@code now}, of {@link System#nanoTime}, to the look. */
  synchronized long afterEvent(long now) {
    if (now - lastLook > 2 * LONGEST_NANOS) {
      nanos = SHORTEST_NANOS;
    }
    return nanos;
  }

  /** An event was looked after at {@code now}, of {@link System#nanoTime}. */
  synchronized void looked(long now, boolean hasChanged) {
    nanos = hasChanged ? SHORTEST_NANOS : Math.min(2 * nanos, LONGEST_NANOS);
    lastLook = now;
  }
}
