package io.lychgate.gateway.loop;

import org.jspecify.annotations.Nullable;

/**
 * A deadline: {@link #expired()} is called unless it is disarmed in time. It is an entry of one {@link DeadlineWheel}, which links
 * entries through the fields below so that arming allocates nothing. Event loop only.
 */
public abstract class Deadline {
  static final long NEVER = Long.MAX_VALUE;

  /** Time of expiry in nanoseconds of the wheel; {@link #NEVER} if it is not armed. */
  long atNanos = NEVER;

  /** The tick at which its slot is checked, which may be before it expires. */
  long dueTick;

  /** Slot of the wheel that holds this entry, or -1. */
  int slot = -1;

  @Nullable
  Deadline previous;

  @Nullable
  Deadline next;

  /** Called when the time is over. The deadline is then disarmed and may be armed again. */
  protected abstract void expired();

  public final boolean isArmed() {
    return atNanos != NEVER;
  }
}
