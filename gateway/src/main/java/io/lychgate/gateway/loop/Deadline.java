package io.lychgate.gateway.loop;

import org.jspecify.annotations.Nullable;

/**
 * Something that must happen by a certain time, or {@link #expired()} is called. An entry of one {@link DeadlineWheel},
 * which links entries through the fields below so that arming costs no allocation. Event loop only.
 */
public abstract class Deadline {
  static final long NEVER = Long.MAX_VALUE;

  /** When this expires, in nanoseconds of the wheel; {@link #NEVER} if it is not armed. */
  long atNanos = NEVER;

  /** The tick at which its slot comes up, which may be before it expires. */
  long dueTick;

  /** Slot of the wheel that holds this entry, or -1. */
  int slot = -1;

  @Nullable
  Deadline previous;

  @Nullable
  Deadline next;

  /** The time is up. The deadline is disarmed already and may be armed again. */
  protected abstract void expired();

  public final boolean isArmed() {
    return atNanos != NEVER;
  }
}
