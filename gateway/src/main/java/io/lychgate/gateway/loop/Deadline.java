package io.lychgate.gateway.loop;

import org.jspecify.annotations.Nullable;

/**
 * Something that must happen by a certain time, or {@link #expired()} is called. An entry of one {@link DeadlineWheel},
 * which links entries through the fields below so that arming costs no allocation. Event loop only.
 */
public abstract class Deadline {
  /** {@link System#nanoTime()} at which this expires. */
  long atNanos;

  /** Slot of the wheel that holds this entry, or -1. */
  int slot = -1;

  @Nullable
  Deadline previous;

  @Nullable
  Deadline next;

  /** The time is up. The deadline is disarmed already and may be armed again. */
  protected abstract void expired();

  public final boolean isArmed() {
    return slot >= 0;
  }
}
