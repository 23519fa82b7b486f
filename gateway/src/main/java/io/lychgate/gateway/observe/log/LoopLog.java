package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.observe.LogSample;
import io.lychgate.gateway.observe.count.Counters;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The lines of one log on one event loop. Event loop only, except for the counts. */
final class LoopLog {
  /** Milliseconds until a flush: too short for a user of {@code tail -f} to notice. */
  private static final long FLUSH_MILLIS = 200;

  private static final int DROPPED = 0;
  private static final int WRITTEN = 1;
  private static final int LEFT_OUT = 2;

  private final EventExecutor loop;
  private final LineFormat format;
  private final LogSample sample;
  private final boolean isSampled;
  private final long slowNanos;
  private final Runnable wakeWriter;
  private final LineRing ring = new LineRing();
  private final Counters counters = new Counters(3);
  private final Runnable flush = this::flushOnTime;
  private boolean flushIsDue;

  LoopLog(EventExecutor loop, LineFormat format, LogSample sample, Runnable wakeWriter) {
    this.loop = loop;
    this.format = format;
    this.sample = sample;
    this.isSampled = !sample.isAll();
    this.slowNanos = sample.slow().toNanos();
    this.wakeWriter = wakeWriter;
  }

  /** Writes the entry if the sample has it, or drops and counts it if the writer is too far behind. */
  void write(AccessLogEntry entry) {
    if (isSampled && !takes(entry)) {
      counters.increment(LEFT_OUT);
      return;
    }
    LineBuffer buffer = ring.current();
    if (buffer == null) {
      counters.increment(DROPPED);
      return;
    }
    format.write(entry, buffer);
    counters.increment(WRITTEN);
    if (buffer.isFull()) {
      flush();
    } else if (!flushIsDue) {
      scheduleFlush();
    }
  }

  private boolean takes(AccessLogEntry entry) {
    return entry.proxyStatus != null
        || entry.status >= sample.errors()
        || entry.durationNanos >= slowNanos
        || ThreadLocalRandom.current().nextDouble() < sample.share();
  }

  /** Returns the number of lines without room. Any thread. */
  long dropped() {
    return counters.get(DROPPED);
  }

  /** Returns the number of written lines. Any thread. */
  long written() {
    return counters.get(WRITTEN);
  }

  /** Returns the number of exchanges that were not sampled. Any thread. */
  long leftOut() {
    return counters.get(LEFT_OUT);
  }

  void flush() {
    if (ring.handOver()) {
      wakeWriter.run();
    }
  }

  EventExecutor loop() {
    return loop;
  }

  LineRing ring() {
    return ring;
  }

  /** Starts a timer for the first line of a buffer. A timer with a fixed rate would wake a gateway without traffic. */
  private void scheduleFlush() {
    try {
      var unused = loop.schedule(flush, FLUSH_MILLIS, TimeUnit.MILLISECONDS);
      flushIsDue = true;
    } catch (RejectedExecutionException shutDown) {
      flush();
    }
  }

  private void flushOnTime() {
    flushIsDue = false;
    flush();
  }
}
