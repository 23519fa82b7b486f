package io.lychgate.gateway.upstream.limit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The retries and hedges of one upstream, as a share of its requests. Without it, an upstream that fails gets each request twice at
 * the moment when it can bear that least.
 *
 * <p>Both are counted by second for the last {@value #WINDOW_SECONDS} seconds. Requests are counted by each event loop for itself,
 * which costs one plain write. Only a retry adds up the loops. A retry counts from the decision, so that one that waits for its
 * back-off has its place. Any thread.
 */
public final class RetryBudget {
  /** Long enough to smooth a rate of few requests, short enough to forget a busy minute. */
  public static final int WINDOW_SECONDS = 10;

  /** Seconds of a ring: a power of two above the window, so that no slot of the window is overwritten while it is read. */
  private static final int SLOTS = 16;

  private final long baseNanos;
  private final List<Requests> loops = new CopyOnWriteArrayList<>();
  private final AtomicLongArray retries = new AtomicLongArray(SLOTS);

  /** @param baseNanos the current time, the base of all times */
  public RetryBudget(long baseNanos) {
    this.baseNanos = baseNanos;
  }

  /** Adds an event loop. */
  public Requests join() {
    Requests requests = new Requests();
    loops.add(requests);
    return requests;
  }

  /** Removes an event loop. Its requests no longer count. */
  public void leave(Requests requests) {
    loops.remove(requests);
  }

  /**
   * Takes a retry from the budget. Returns false if it is used up.
   *
   * @param percent retries for each 100 requests
   * @param perSecond retries of one second without regard to the requests
   */
  public boolean tryTake(int percent, int perSecond, long nowNanos) {
    long second = secondOf(nowNanos);
    int slot = (int) second & SLOTS - 1;
    // Takes first and compares afterwards: loops that compared first would each take the last one.
    int inSecond = countOf(retries.updateAndGet(slot, cell -> plusOne(cell, second)));
    if (inSecond <= perSecond || 100L * sum(retries, second) <= (long) percent * requests(second)) {
      return true;
    }
    retries.updateAndGet(slot, cell -> isOf(cell, second) && countOf(cell) > 0 ? cell - 1 : cell);
    return false;
  }

  private long requests(long second) {
    long sum = 0;
    for (Requests loop : loops) {
      sum += sum(loop.slots, second);
    }
    return sum;
  }

  private long secondOf(long nanos) {
    return Math.max(0, (nanos - baseNanos) / TimeUnit.SECONDS.toNanos(1));
  }

  // A cell has its second in the upper half and the count of that second in the lower half.

  private static long plusOne(long cell, long second) {
    return isOf(cell, second) ? cell + 1 : (second << Integer.SIZE) + 1;
  }

  private static boolean isOf(long cell, long second) {
    return cell >>> Integer.SIZE == second;
  }

  private static int countOf(long cell) {
    return (int) cell;
  }

  private static long sum(AtomicLongArray slots, long second) {
    long sum = 0;
    for (int i = 0; i < SLOTS; i++) {
      long cell = slots.getOpaque(i);
      long age = second - (cell >>> Integer.SIZE);
      if (age >= 0 && age < WINDOW_SECONDS) {
        sum += countOf(cell);
      }
    }
    return sum;
  }

  /** The requests of one event loop. Only that loop may count. */
  public final class Requests {
    private final AtomicLongArray slots = new AtomicLongArray(SLOTS);

    private Requests() {}

    public void count(long nowNanos) {
      long second = secondOf(nowNanos);
      int slot = (int) second & SLOTS - 1;
      slots.setOpaque(slot, plusOne(slots.getPlain(slot), second));
    }
  }
}
