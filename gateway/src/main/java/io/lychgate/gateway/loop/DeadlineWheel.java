package io.lychgate.gateway.loop;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one event loop.
 *
 * <p>A gateway arms several time-outs for each request and nearly all are called off, so arming and disarming must cost a few
 * pointer writes: a hashed timing wheel [1] with entries linked through themselves. An entry that is armed again for later (a
 * body that keeps flowing) is left where it is and moved on only when its slot comes up. Netty's scheduled tasks allocate and
 * keep a heap; its HashedWheelTimer runs on a thread of its own, and nothing here may leave the loop.
 *
 * <p>Resolution is {@link #TICK}: time-outs of a gateway are seconds.
 *
 * <p>[1] Varghese, Lauck: Hashed and hierarchical timing wheels, SOSP 1987.
 */
public final class DeadlineWheel implements Runnable {
  /** Short enough that a time-out of one second is kept within 10 %. */
  public static final Duration TICK = Duration.ofMillis(100);

  /** A power of two; 512 ticks are 51 s, so that usual time-outs pass each slot once. */
  private static final int SLOTS = 512;

  private static final long TICK_NANOS = TICK.toNanos();

  private final EventLoop loop;
  private final @Nullable Deadline[] slots = new Deadline[SLOTS];
  private final long startNanos = System.nanoTime();
  private long currentTick;

  public DeadlineWheel(EventLoop loop) {
    this.loop = loop;
  }

  /** Starts ticking. Callable from any thread. */
  public DeadlineWheel start() {
    var unused = loop.scheduleAtFixedRate(this, TICK_NANOS, TICK_NANOS, TimeUnit.NANOSECONDS);
    return this;
  }

  /** Arms, or arms again, this deadline to expire in so many nanoseconds. */
  public void arm(Deadline deadline, long inNanos) {
    long at = System.nanoTime() - startNanos + inNanos;
    if (deadline.slot >= 0) {
      boolean later = at >= deadline.atNanos;
      deadline.atNanos = at;
      if (later) {
        return;
      }
      unlink(deadline);
    } else {
      deadline.atNanos = at;
    }
    link(deadline);
  }

  public void disarm(Deadline deadline) {
    if (deadline.slot >= 0) {
      unlink(deadline);
    }
  }

  @Override
  public void run() {
    long now = System.nanoTime() - startNanos;
    long lastTick = now / TICK_NANOS;
    // After a long stall every slot is due once; going round more often would find nothing.
    currentTick = Math.max(currentTick, lastTick - SLOTS);
    while (currentTick < lastTick) {
      currentTick++;
      expireSlot((int) (currentTick & (SLOTS - 1)), now);
    }
  }

  private void expireSlot(int slot, long now) {
    // Entries that expire may disarm others of this slot, so the head is popped anew each time;
    // entries that are not due yet go
    // to a later slot, never back into this one.
    for (Deadline entry = slots[slot]; entry != null; entry = slots[slot]) {
      unlink(entry);
      if (entry.atNanos <= now) {
        entry.expired();
      } else {
        link(entry);
      }
    }
  }

  private void link(Deadline deadline) {
    long dueTick = Math.max(currentTick + 1, deadline.atNanos / TICK_NANOS + 1);
    // Beyond one turn of the wheel the entry waits in the farthest slot and is moved on from there.
    int slot = (int) (Math.min(dueTick, currentTick + SLOTS - 1) & (SLOTS - 1));
    Deadline head = slots[slot];
    deadline.slot = slot;
    deadline.next = head;
    if (head != null) {
      head.previous = deadline;
    }
    slots[slot] = deadline;
  }

  private void unlink(Deadline deadline) {
    Deadline before = deadline.previous;
    Deadline after = deadline.next;
    if (before != null) {
      before.next = after;
    } else {
      slots[deadline.slot] = after;
    }
    if (after != null) {
      after.previous = before;
    }
    deadline.slot = -1;
    deadline.previous = null;
    deadline.next = null;
  }
}
