package io.lychgate.gateway.observe;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The end of the access log that one event loop writes to. That loop only, but for {@link #dropped}. */
public final class LoopAccessLog {
  /** Too short to be noticed by a user of {@code tail -f}. */
  private static final long FLUSH_MILLIS = 200;

  private static final int DROPPED = 0;
  private static final int WRITTEN = 1;

  private final EventExecutor loop;
  private final LineRing ring = new LineRing();
  private final Counters counters = new Counters(2);
  private final AccessLogEntry entry;
  private final AccessLogLine line;
  private final @Nullable Runnable wakeWriter;
  private final Runnable flush = this::flushOnTime;
  private boolean flushIsDue;

  LoopAccessLog(
      EventExecutor loop, TagValues reasons, boolean keepQuery, @Nullable Runnable wakeWriter) {
    this.loop = loop;
    this.entry = new AccessLogEntry(reasons.bound());
    this.line = new AccessLogLine(reasons, keepQuery);
    this.wakeWriter = wakeWriter;
  }

  /** False when there is no log: the entry need not be filled. */
  public boolean isOn() {
    return wakeWriter != null;
  }

  /** The loop's one entry, empty. */
  public AccessLogEntry entry() {
    entry.clear();
    return entry;
  }

  /** Writes what {@link #entry} gave, or drops and counts it when the writer is too far behind. */
  public void write() {
    if (wakeWriter == null) {
      return;
    }
    LineBuffer buffer = ring.current();
    if (buffer == null) {
      counters.increment(DROPPED);
      return;
    }
    line.write(entry, buffer);
    counters.increment(WRITTEN);
    if (buffer.isFull()) {
      flush();
    } else if (!flushIsDue) {
      scheduleFlush();
    }
  }

  /** Lines that found no room. Any thread. */
  long dropped() {
    return counters.get(DROPPED);
  }

  /** Any thread. */
  long written() {
    return counters.get(WRITTEN);
  }

  void flush() {
    if (wakeWriter != null && ring.handOver()) {
      wakeWriter.run();
    }
  }

  EventExecutor loop() {
    return loop;
  }

  LineRing ring() {
    return ring;
  }

  /** A timer for each first line and not at a fixed rate: a gateway without traffic sleeps. */
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
