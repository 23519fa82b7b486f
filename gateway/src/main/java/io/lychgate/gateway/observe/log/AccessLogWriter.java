package io.lychgate.gateway.observe.log;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that writes the full buffers of all loops to the log. A slow or full disk blocks only this thread. */
final class AccessLogWriter implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(AccessLogWriter.class);
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long COMPLAINT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final LogSink sink;
  private final List<LoopLog> loops;
  private final String label;
  private final Thread thread = new Thread(this, "access-log");
  private volatile boolean closing;
  private volatile boolean reopenAsked;
  private volatile long lost;
  private long reportedDrops;
  private boolean isFailing;
  private long lastComplaint = System.nanoTime() - COMPLAINT_NANOS;
  private long lastLook = System.nanoTime();

  /**
   * @param label name of the log in messages
   * @param loops the loops' logs; may grow until {@link #start}
   */
  AccessLogWriter(String label, LogSink sink, List<LoopLog> loops) {
    this.label = label;
    this.sink = sink;
    this.loops = loops;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Wakes the writer. Any thread. Cheap while the writer is awake. */
  void wake() {
    LockSupport.unpark(thread);
  }

  void reopen() {
    reopenAsked = true;
    wake();
  }

  void close() {
    closing = true;
    wake();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the number of lines that were not written, for the metric and the log. */
  long dropped() {
    long dropped = lost + sink.torn();
    for (LoopLog loop : loops) {
      dropped += loop.dropped();
    }
    return dropped;
  }

  @Override
  public void run() {
    while (true) {
      boolean last = closing; // Read before the rings, so that earlier buffers are still written.
      boolean wrote = writeAll();
      lookAfterFile();
      if (last) {
        closeSink();
      }
      reportDrops(last);
      if (last) {
        return;
      }
      if (!wrote) {
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
  }

  private boolean writeAll() {
    boolean wrote = false;
    for (LoopLog loop : loops) {
      LineRing ring = loop.ring();
      for (LineBuffer buffer = ring.poll(); buffer != null; buffer = ring.poll()) {
        write(buffer);
        ring.giveBack(buffer);
        wrote = true;
      }
    }
    return wrote;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // This thread is the only one that writes it.
  private void write(LineBuffer buffer) {
    try {
      sink.write(buffer.bytes(), buffer.length());
      recovered();
    } catch (LogSink.LinesLostException failed) {
      lost += linesIn(buffer.bytes(), failed.written(), buffer.length());
      failed(failed);
    } catch (IOException failed) {
      lost += buffer.lines();
      failed(failed);
    }
  }

  private static int linesIn(byte[] bytes, int from, int to) {
    int lines = 0;
    for (int i = from; i < to; i++) {
      lines += bytes[i] == '\n' ? 1 : 0;
    }
    return lines;
  }

  private void failed(IOException cause) {
    isFailing = true;
    long dropped = dropped();
    if (complain(
        label + ": cannot be written (" + cause.getMessage() + "), " + dropText(dropped))) {
      reportedDrops = dropped;
    }
  }

  /** Reports the end of a failure once, because only now the number of missing lines is known. */
  private void recovered() {
    if (isFailing) {
      isFailing = false;
      reportedDrops = dropped();
      LOG.warn("{}: written again, {}", label, dropText(reportedDrops));
    }
  }

  private static String dropText(long dropped) {
    return "lines dropped so far: " + dropped;
  }

  private void lookAfterFile() {
    boolean asked = reopenAsked;
    long now = System.nanoTime();
    if (!asked && now - lastLook < PAUSE_NANOS) {
      return;
    }
    lastLook = now;
    reopenAsked = false;
    try {
      sink.reopen(asked);
    } catch (IOException failed) {
      complain(label + ": cannot be reopened (" + failed + ")");
    }
  }

  private void reportDrops(boolean isLast) {
    long dropped = dropped();
    if (dropped == reportedDrops) {
      return;
    }
    if (isLast) {
      LOG.warn("{}: {}", label, dropText(dropped));
    } else if (!complain(label + ": " + dropText(dropped))) {
      return;
    }
    reportedDrops = dropped;
  }

  private boolean complain(String text) {
    long now = System.nanoTime();
    if (now - lastComplaint < COMPLAINT_NANOS) {
      return false;
    }
    lastComplaint = now;
    LOG.warn(text);
    return true;
  }

  private void closeSink() {
    try {
      sink.close();
    } catch (IOException failed) {
      LOG.warn("{}: not closed", label, failed);
    }
  }
}
