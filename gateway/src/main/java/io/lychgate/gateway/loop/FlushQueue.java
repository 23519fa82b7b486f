package io.lychgate.gateway.loop;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;

/**
 * Flushes that are deferred to the end of the loop's current turn. Responses that arrive on several upstream connections in one
 * turn then leave on a client connection with one write. A system call costs more than all other work for a small response.
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

  /** Queues a flush once. Event loop only. */
  public void add(Flushable flushable) {
    if (flushable.queued) {
      return;
    }
    flushable.queued = true;
    if (dirty.isEmpty()) {
      // Tasks run after the I/O of this turn.
      loop.execute(this);
    }
    dirty.add(flushable);
  }

  @Override
  public void run() {
    // Only entries that are dirty at the start: those that a flush makes dirty wait for the next
    // run.
    for (int remaining = dirty.size(); remaining > 0; remaining--) {
      Flushable flushable = dirty.remove();
      flushable.queued = false;
      clock.invalidate();
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

  /** An object with bytes that wait for a flush. */
  public abstract static class Flushable {
    private boolean queued;

    protected abstract void flushNow();
  }
}
