package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.observe.LogConfig;
import io.netty.util.concurrent.EventExecutor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** One log: its lines on each event loop, and the thread that carries them to the destination. */
final class LogStream {
  private static final long FLUSH_AT_CLOSE_MILLIS = 1000;

  private final LogConfig config;
  private final Supplier<LineFormat> formats;
  private final LogSink sink;
  private final List<LoopLog> loops = new CopyOnWriteArrayList<>();
  private final AccessLogWriter writer;

  /**
   * @param formats makes the format of a loop
   * @param label name of the log in messages
   */
  LogStream(LogConfig config, Supplier<LineFormat> formats, LogSink sink, String label) {
    this.config = config;
    this.formats = formats;
    this.sink = sink;
    this.writer = new AccessLogWriter(label, sink, loops);
  }

  void start() {
    writer.start();
  }

  LogConfig config() {
    return config;
  }

  /** Returns a new place for the lines of this loop. Call it once for each loop. */
  LoopLog forLoop(EventExecutor loop) {
    LoopLog log = new LoopLog(loop, formats.get(), config.sample(), writer::wake);
    loops.add(log);
    return log;
  }

  void reopen() {
    writer.reopen();
  }

  long dropped() {
    return writer.dropped();
  }

  long lines() {
    return loops.stream().mapToLong(LoopLog::written).sum();
  }

  long leftOut() {
    return loops.stream().mapToLong(LoopLog::leftOut).sum();
  }

  /** Returns the destination. The caller closes it if the log is never started. */
  LogSink sink() {
    return sink;
  }

  /** Writes the remaining lines and ends. Waits for them. */
  void close() {
    loops.forEach(LogStream::flush);
    writer.close();
  }

  private static void flush(LoopLog log) {
    try {
      log.loop().submit(log::flush).awaitUninterruptibly(FLUSH_AT_CLOSE_MILLIS);
    } catch (RejectedExecutionException ended) {
      // The loop's thread has ended, which happens-before this: this thread may use the buffer.
      log.flush();
    }
  }
}
