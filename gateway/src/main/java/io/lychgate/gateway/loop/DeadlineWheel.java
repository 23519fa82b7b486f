package io.lychgate.gateway.loop;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one event loop.
 *
 * <p>A gateway arms several timeouts for each request and disarms nearly all of them, so both must cost only a few writes. This is
 * a hashed timing wheel [1] with intrusively linked entries. An entry that is armed again for later (a body in progress) keeps its
 * slot, and moves only when its slot is checked. The same holds for an entry that is paused between two exchanges of its
 * connection. Its neighbours in the slot, which belong to other connections and are in no CPU cache, are not touched. Netty's
 * scheduled tasks allocate and keep a heap. Its HashedWheelTimer runs on its own thread, but deadlines must stay on the loop.
 *
 * <p>The resolution is {@link #TICK}, because timeouts of a gateway are in seconds.
 *
 * <p>[1] Varghese, Lauck: Hashed and hierarchical timing wheels, SOSP 1987.
 */
public final class DeadlineWheel implements Runnable {
  /** The resolution: short enough for an error of at most 10 % in a timeout of one second. */
  public static final Duration TICK = Duration.ofMillis(100);

  /** Slots of the wheel: a power of two. 512 ticks are 51 s, so usual timeouts need only one round. */
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

  /** Returns the clock of the deadlines. */
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

  /** Returns the nanoseconds until an armed deadline expires; negative if it is overdue. */
  public long remainingNanos(Deadline deadline) {
    return deadline.atNanos - (clock.nanoTime() - startNanos);
  }

  /** Arms this deadline to expire after this number of nanoseconds. It may be armed already. */
  public void arm(Deadline deadline, long inNanos) {
    deadline.atNanos = clock.nanoTime() - startNanos + inNanos;
    if (deadline.slot < 0) {
      link(deadline);
    } else if (tickAfter(deadline.atNanos) < deadline.dueTick) {
      unlink(deadline);
      link(deadline);
    }
  }

  /** Disarms the deadline and removes it from the wheel. Call it when its owner ends. */
  public void disarm(Deadline deadline) {
    deadline.atNanos = Deadline.NEVER;
    if (deadline.slot >= 0) {
      unlink(deadline);
    }
  }

  /**
   * Disarms a deadline that is soon armed again. The wheel may keep a reference to it, and so to its owner, until its former
   * expiry. An owner that ends must {@linkplain #disarm disarm} it.
   */
  public void pause(Deadline deadline) {
    deadline.atNanos = Deadline.NEVER;
  }

  @Override
  public void run() {
    long now = clock.exactNanos() - startNanos;
    long lastTick = now / TICK_NANOS;
    // After a long stall every slot is due once; further rounds would find nothing.
    currentTick = Math.max(currentTick, lastTick - SLOTS);
    while (currentTick < lastTick) {
      currentTick++;
      expireSlot((int) (currentTick & (SLOTS - 1)), now);
    }
  }

  private void expireSlot(int slot, long now) {
    // Entries that expire may disarm others of this slot, so each iteration reads the head again.
    // Entries that are not due yet move to a later slot, never back into this one.
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

  /**
   * Catches exceptions, because Netty ends a periodic task that throws. All later deadlines of the loop would then never expire.
   */
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
    // An entry beyond one round of the wheel waits in the farthest slot and moves on from there.
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
