package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.observe.TagValues;
import io.lychgate.gateway.observe.count.Counters;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The access log of one event loop. Event loop only, except for {@link #dropped} and {@link #written}. */
public final class LoopAccessLog {
  /** Milliseconds until a flush: too short for a user of {@code tail -f} to notice. */
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

  /** Returns false if there is no log; the caller need not fill the entry then. */
  public boolean isOn() {
    return wakeWriter != null;
  }

  /** Returns the loop's single entry after clearing it. */
  public AccessLogEntry entry() {
    entry.clear();
    return entry;
  }

  /** Writes the entry, or drops and counts it if the writer is too far behind. */
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

  /** Returns the number of lines without room. Any thread. */
  long dropped() {
    return counters.get(DROPPED);
  }

  /** Returns the number of written lines. Any thread. */
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
