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

  /** A look found a change. */
  synchronized void changed() {
    nanos = SHORTEST_NANOS;
  }

  /** The look after an event, at {@code now} of {@link System#nanoTime}, found nothing. */
  synchronized void foundNothing(long now) {
    nanos = Math.min(2 * nanos, LONGEST_NANOS);
    lastLook = now;
  }
}
