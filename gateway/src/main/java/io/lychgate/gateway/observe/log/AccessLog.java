package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.observe.TagValues;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One JSON line for each exchange, in a file or on standard output; or no log.
 *
 * <p>Event loops fill buffers of their own ({@link LoopAccessLog}). One thread writes full buffers, and every 200 ms partly filled
 * ones. A loop never waits for that thread: when the writer falls behind, lines are dropped, counted and reported.
 */
public final class AccessLog implements AutoCloseable {
  private static final long FLUSH_AT_CLOSE_MILLIS = 1000;

  private final TagValues reasons;
  private final boolean keepQuery;
  private final List<LoopAccessLog> loops = new CopyOnWriteArrayList<>();
  private final @Nullable AccessLogWriter writer;

  AccessLog(@Nullable LogSink sink, TagValues reasons, boolean keepQuery) {
    this.reasons = reasons;
    this.keepQuery = keepQuery;
    this.writer = sink == null ? null : new AccessLogWriter(sink, loops);
    if (writer != null) {
      writer.start();
    }
  }

  /** Returns a log that writes nothing. */
  public static AccessLog off() {
    return new AccessLog(null, new TagValues(1), false);
  }

  /**
   * Writes to standard output.
   *
   * @param keepQuery false cuts the query off paths: it may hold private data
   */
  public static AccessLog stdout(TagValues skipReasons, boolean keepQuery) {
    return new AccessLog(StreamSink.stdout(), skipReasons, keepQuery);
  }

  /** Appends to the file. Reopens it after it was renamed or removed. */
  public static AccessLog file(Path path, TagValues skipReasons, boolean keepQuery)
      throws IOException {
    return new AccessLog(new FileSink(path), skipReasons, keepQuery);
  }

  /** Returns a new writer for this loop. Call it once for each loop. */
  public LoopAccessLog forLoop(EventExecutor loop) {
    Runnable wake = writer == null ? null : writer::wake;
    LoopAccessLog log = new LoopAccessLog(loop, reasons, keepQuery, wake);
    loops.add(log);
    return log;
  }

  /** Reopens the file (SIGUSR1). */
  public void reopen() {
    if (writer != null) {
      writer.reopen();
    }
  }

  /** Returns the number of lines that were not written, because the writer was behind or a write failed. */
  public long dropped() {
    return writer == null ? 0 : writer.dropped();
  }

  /** Returns the number of lines that loops have written into their buffers. */
  public long lines() {
    long lines = 0;
    for (LoopAccessLog loop : loops) {
      lines += loop.written();
    }
    return lines;
  }

  /** Writes the remaining lines and ends. Do not call it on an event loop of the data path, because it waits for them. */
  @Override
  public void close() {
    if (writer == null) {
      return;
    }
    loops.forEach(AccessLog::flush);
    writer.close();
  }

  private static void flush(LoopAccessLog log) {
    try {
      log.loop().submit(log::flush).awaitUninterruptibly(FLUSH_AT_CLOSE_MILLIS);
    } catch (RejectedExecutionException ended) {
      // The loop's thread has ended, which happens-before this: this thread may use the buffer.
      log.flush();
    }
  }
}
