package io.lychgate.gateway.observe;

import io.netty.util.concurrent.EventExecutor;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** CPU time of the thread of one event loop. */
final class LoopCpu {
  /**
   * Of read cycles and flushes. The two clock reads of one sample take about 1 µs: shared by 61 they are noise. A prime, so
   * that a regular change of reads and flushes is sampled in both.
   */
  private static final int SAMPLE_EVERY = 61;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean MEASURED =
      THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();

  /** 0 until the loop ran the first task. Written once, by the loop. */
  private volatile long threadId;

  private int cycles;

  LoopCpu(EventExecutor loop) {
    if (loop.inEventLoop()) {
      threadId = Thread.currentThread().getId();
    } else {
      loop.execute(() -> threadId = Thread.currentThread().getId());
    }
  }

  /** The time so far for one call in 61, else 0. Event loop only. */
  long sample() {
    return ++cycles % SAMPLE_EVERY == 0 ? now() : 0;
  }

  long since(long started) {
    return Math.max(0, now() - started);
  }

  /** Nanoseconds; 0 where the machine does not measure it. The thread's own. */
  long now() {
    return MEASURED ? THREADS.getCurrentThreadCpuTime() : 0;
  }

  static boolean isMeasured() {
    return MEASURED;
  }

  /** Nanoseconds; any thread may ask. 0 before the loop runs and after its thread ended. */
  long total() {
    long id = threadId;
    return MEASURED && id != 0 ? Math.max(0, THREADS.getThreadCpuTime(id)) : 0;
  }
}
