package io.lychgate.gateway.loop;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one event loop.
 *
 * <p>A gateway arms several time-outs for each request and nearly all are called off, so arming and disarming must cost a few
 * writes: a hashed timing wheel [1] with entries linked through themselves. An entry that is armed again for later (a body that
 * keeps flowing) is left where it is and moved on only when its slot comes up. So is one of a connection that is called off
 * between two exchanges: its neighbours in the slot, which belong to other connections and are in no cache, are not touched.
 * Netty's scheduled tasks allocate and keep a heap; its HashedWheelTimer runs on a thread of its own, and nothing here may leave
 * the loop.
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

  private static final LoopFailures FAILURES = new LoopFailures(DeadlineWheel.class);

  private static final long TICK_NANOS = TICK.toNanos();

  private final EventLoop loop;
  private final @Nullable Deadline[] slots = new Deadline[SLOTS];
  private final LoopClock clock;
  private final long startNanos;
  private long currentTick;

  public DeadlineWheel(EventLoop loop, LoopClock clock) {
    this.loop = loop;
    this.clock = clock;
    this.startNanos = clock.exactNanos();
  }

  /** What the deadlines are counted by. */
  public LoopClock clock() {
    return clock;
  }

  /** Starts ticking. Callable from any thread. */
  public DeadlineWheel start() {
    var unused = loop.scheduleAtFixedRate(this, TICK_NANOS, TICK_NANOS, TimeUnit.NANOSECONDS);
    return this;
  }

  /** Runs this on the loop of the wheel. Any thread. */
  void execute(Runnable task) {
    loop.execute(task);
  }

  /** Nanoseconds until an armed deadline expires; negative when it is overdue. */
  public long remainingNanos(Deadline deadline) {
    return deadline.atNanos - (clock.nanoTime() - startNanos);
  }

  /** Arms, or arms again, this deadline to expire in so many nanoseconds. */
  public void arm(Deadline deadline, long inNanos) {
    deadline.atNanos = clock.nanoTime() - startNanos + inNanos;
    if (deadline.slot < 0) {
      link(deadline);
    } else if (tickAfter(deadline.atNanos) < deadline.dueTick) {
      unlink(deadline);
      link(deadline);
    }
  }

  /** Nothing of the deadline stays in the wheel: for one whose owner ends. */
  public void disarm(Deadline deadline) {
    deadline.atNanos = Deadline.NEVER;
    if (deadline.slot >= 0) {
      unlink(deadline);
    }
  }

  /**
   * Calls a deadline off that is soon armed again. The wheel may hold on to it, and so to its owner, for as long as it was armed:
   * an owner that ends must {@linkplain #disarm disarm} it.
   */
  public void pause(Deadline deadline) {
    deadline.atNanos = Deadline.NEVER;
  }

  @Override
  public void run() {
    long now = clock.exactNanos() - startNanos;
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
        entry.atNanos = Deadline.NEVER;
        expire(entry);
      } else if (entry.isArmed()) {
        link(entry);
      }
    }
  }

  /** Netty ends a periodic task that throws: all later deadlines of the loop would never expire. */
  private static void expire(Deadline entry) {
    try {
      entry.expired();
    } catch (RuntimeException | Error failed) {
      FAILURES.caught("deadline", failed);
    }
  }

  private static long tickAfter(long atNanos) {
    return atNanos / TICK_NANOS + 1;
  }

  private void link(Deadline deadline) {
    // Beyond one turn of the wheel the entry waits in the farthest slot and is moved on from there.
    long dueTick =
        Math.min(Math.max(currentTick + 1, tickAfter(deadline.atNanos)), currentTick + SLOTS - 1);
    int slot = (int) (dueTick & (SLOTS - 1));
    Deadline head = slots[slot];
    deadline.dueTick = dueTick;
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
