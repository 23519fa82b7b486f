package io.lychgate.gateway.loop;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;

/**
 * Flushes put off to the end of the loop's current round, so that answers that arrive on several upstream connections in one
 * round leave on a client connection with one write: a system call costs more than all the rest of a small response.
 */
public final class FlushQueue implements Runnable {
  private static final LoopFailures FAILURES = new LoopFailures(FlushQueue.class);

  private final EventLoop loop;
  private final LoopClock clock;
  private final ArrayDeque<Flushable> dirty = new ArrayDeque<>();

  public FlushQueue(EventLoop loop, LoopClock clock) {
    this.loop = loop;
    this.clock = clock;
  }

  /** Event loop only. */
  public void add(Flushable flushable) {
    if (flushable.queued) {
      return;
    }
    flushable.queued = true;
    if (dirty.isEmpty()) {
      // Tasks run after the I/O of this round.
      loop.execute(this);
    }
    dirty.add(flushable);
  }

  @Override
  public void run() {
    // Only what was dirty at the start: a flush that makes others dirty gets them into the next
    // round.
    for (int remaining = dirty.size(); remaining > 0; remaining--) {
      Flushable flushable = dirty.remove();
      flushable.queued = false;
      clock.forget();
      flush(flushable);
    }
    if (!dirty.isEmpty()) {
      loop.execute(this);
    }
  }

  /** A flush that throws must not block the others. */
  private static void flush(Flushable flushable) {
    try {
      flushable.flushNow();
    } catch (RuntimeException | Error failed) {
      FAILURES.caught("flush", failed);
    }
  }

  /** Something with bytes that wait for a flush. */
  public abstract static class Flushable {
    private boolean queued;

    protected abstract void flushNow();
  }
}
