package io.lychgate.gateway.observe.count;

import io.netty.util.concurrent.EventExecutor;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The CPU time of one event loop's thread. */
public final class LoopCpu {
  /**
   * The sampling interval of read cycles and flushes. The two clock reads of one sample take about 1 µs, which is negligible over
   * 61 cycles. The number is prime, so that a regular alternation of reads and flushes does not bias the samples.
   */
  public static final int SAMPLE_EVERY = 61;

  private static final int READ_ROUNDS = 5;
  private static final int READS_OF_ROUND = 20;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean MEASURED =
      THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();

  /** Id of the thread; 0 until the loop has run its first task. Written once, by the loop. */
  private volatile long threadId;

  private int cycles;

  /** Clock reads of the loop so far. */
  private final Counters reads = new Counters(1);

  public LoopCpu(EventExecutor loop) {
    if (loop.inEventLoop()) {
      threadId = Thread.currentThread().getId();
    } else {
      loop.execute(() -> threadId = Thread.currentThread().getId());
    }
  }

  /** Returns the CPU time so far in nanoseconds for one call in 61, else 0. Event loop only. */
  public long sample() {
    return ++cycles % SAMPLE_EVERY == 0 ? now() : 0;
  }

  public long since(long started) {
    return Math.max(0, now() - started);
  }

  /** Returns the CPU time of the current thread in nanoseconds; 0 if the machine does not measure it. Event loop only. */
  public long now() {
    if (!MEASURED) {
      return 0;
    }
    reads.increment(0);
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Returns the number of clock reads by {@link #now}. Any thread. */
  public long reads() {
    return reads.get(0);
  }

  /** Measures the nanoseconds that one read takes on this thread: the least of some means, as others may interrupt it. */
  public static double nanosOfRead() {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < READ_ROUNDS; round++) {
      long began = System.nanoTime();
      for (int read = 0; read < READS_OF_ROUND; read++) {
        var unused = THREADS.getCurrentThreadCpuTime();
      }
      least = Math.min(least, (double) (System.nanoTime() - began) / READS_OF_ROUND);
    }
    return least;
  }

  public static boolean isMeasured() {
    return MEASURED;
  }

  /**
   * Returns the CPU time of the loop's thread in nanoseconds; 0 before the loop runs and after its thread has ended. Any thread.
   */
  public long total() {
    long id = threadId;
    return MEASURED && id != 0 ? Math.max(0, THREADS.getThreadCpuTime(id)) : 0;
  }
}
