package io.lychgate.gateway.plugin;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls of plug-ins that hold an event loop. Its thread looks at the running calls, and reports each long one with the stack that
 * it has then. It runs while plug-ins are in use.
 */
final class CallWatch implements AutoCloseable {
  /** Nanoseconds that a call may take: a client notices a pause of that length. */
  static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final List<Slot> slots = new CopyOnWriteArrayList<>();
  private final ThreadLocal<Slot> own = ThreadLocal.withInitial(this::join);
  private volatile boolean isClosed;
  private @Nullable Thread thread; // Guarded by this.

  /** The call that one thread makes. */
  static final class Slot {
    private final Thread owner = Thread.currentThread();

    /** The number of the last call that was reported. */
    private final AtomicLong reported = new AtomicLong();

    /** Counts the calls; written by the owner only. */
    private long calls;

    private long sinceNanos;

    /** Null between two calls. Written last at the beginning of a call, so the other fields are then those of the call. */
    private volatile @Nullable Running running;

    private record Running(PluginAccount account, long call, long sinceNanos) {}

    void begin(PluginAccount account) {
      calls++;
      sinceNanos = System.nanoTime();
      running = new Running(account, calls, sinceNanos);
    }

    /** Ends the call. A long one that the thread has missed is reported without a stack. */
    void end(PluginAccount account) {
      running = null;
      long nanos = System.nanoTime() - sinceNanos;
      if (nanos > LONGEST_NANOS && reported.getAndSet(calls) != calls) {
        account.held(nanos, new StackTraceElement[0]);
      }
    }

    private void look(long nowNanos) {
      Running call = running;
      if (call == null || nowNanos - call.sinceNanos <= LONGEST_NANOS) {
        return;
      }
      StackTraceElement[] stack = owner.getStackTrace();
      long before = reported.get();
      Running now = running;
      boolean isSame = now != null && now.call == call.call;
      if (isSame && before < call.call && reported.compareAndSet(before, call.call)) {
        call.account.held(nowNanos - call.sinceNanos, stack);
      }
    }
  }

  private Slot join() {
    Slot slot = new Slot();
    slots.add(slot);
    return slot;
  }

  /** Returns the slot of this thread, which is an event loop. */
  Slot slot() {
    return own.get();
  }

  /** Begins to watch. */
  synchronized void start() {
    if (thread == null && !isClosed) {
      Thread started = new Thread(this::run, "lychgate-plugin-watch");
      started.setDaemon(true);
      started.start();
      thread = started;
    }
  }

  private void run() {
    while (!isClosed) {
      LockSupport.parkNanos(LOOK_NANOS);
      long now = System.nanoTime();
      slots.forEach(slot -> slot.look(now));
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }
}
