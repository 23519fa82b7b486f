package io.lychgate.gateway.observe;

import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One JSON line for each exchange, in a file, on standard output or nowhere.
 *
 * <p>Event loops fill buffers of their own ({@link LoopAccessLog}); one thread writes full ones, and every 200 ms what
 * there is. A loop never waits for it: when the writer falls behind, lines are dropped, counted and reported.
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

  /** No log. */
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

  /** Appends to the file; opens it again by itself after it was renamed or removed. */
  public static AccessLog file(Path path, TagValues skipReasons, boolean keepQuery)
      throws IOException {
    return new AccessLog(new FileSink(path), skipReasons, keepQuery);
  }

  /** A new end for this loop. Once for each loop. */
  public LoopAccessLog forLoop(EventExecutor loop) {
    Runnable wake = writer == null ? null : writer::wake;
    LoopAccessLog log = new LoopAccessLog(loop, reasons, keepQuery, wake);
    loops.add(log);
    return log;
  }

  /** Opens the file again (SIGUSR1). */
  public void reopen() {
    if (writer != null) {
      writer.reopen();
    }
  }

  /** Lines that were not written: the writer was behind, or the disk refused. */
  public long dropped() {
    return writer == null ? 0 : writer.dropped();
  }

  /** Lines that loops have written. */
  public long lines() {
    long lines = 0;
    for (LoopAccessLog loop : loops) {
      lines += loop.written();
    }
    return lines;
  }

  /** Writes what there is and ends. Not on an event loop of the data path: it waits for them. */
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
      // The thread is gone, and its end happened before this: the buffer is ours now.
      log.flush();
    }
  }
}
