package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.AccessLogConfig;
import io.lychgate.gateway.config.observe.LogConfig;
import io.lychgate.gateway.config.observe.LogField;
import io.lychgate.gateway.config.observe.LogField.Source;
import io.lychgate.gateway.config.observe.LogTarget;
import io.lychgate.gateway.config.observe.Redaction;
import io.lychgate.gateway.observe.TagValues;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The access logs: one line for each exchange, in the form and at the destination of each log; or no log.
 *
 * <p>Event loops fill buffers of their own ({@link LoopLog}). One thread of each log writes full buffers, and every 200 ms partly
 * filled ones. A loop never waits for that thread: when the writer falls behind, lines are dropped, counted and reported.
 */
public final class AccessLog implements AutoCloseable {
  private static final String LABEL = "access log";
  private static final long SWAP_MILLIS = 1000;

  private final TagValues reasons;
  private final List<LoopAccessLog> loops = new CopyOnWriteArrayList<>();
  private volatile List<LogStream> streams;
  private Set<String> credentialFields;
  private boolean isClosed;

  /** The counts of logs that a reload has closed. */
  private volatile long closedLines;

  private volatile long closedDropped;
  private volatile long closedLeftOut;

  private AccessLog(TagValues reasons, Set<String> credentials, List<LogStream> streams) {
    this.reasons = reasons;
    this.credentialFields = Set.copyOf(credentials);
    this.streams = streams;
    streams.forEach(LogStream::start);
  }

  /** Returns one log with default lines. */
  static AccessLog of(LogSink sink, TagValues reasons, boolean keepQuery) {
    Supplier<LineFormat> formats = () -> new AccessLogLine(reasons, keepQuery);
    LogConfig config = LogConfig.plain(new LogTarget.Stdout());
    return new AccessLog(reasons, Set.of(), List.of(new LogStream(config, formats, sink, LABEL)));
  }

  /** Returns a log that writes nothing. */
  public static AccessLog off() {
    return new AccessLog(new TagValues(1), Set.of(), List.of());
  }

  /**
   * Appends default lines to the file. Reopens it after it was renamed or removed.
   *
   * @param keepQuery false cuts the query off paths: it may hold private data
   */
  public static AccessLog file(Path path, TagValues skipReasons, boolean keepQuery)
      throws IOException {
    return of(new FileSink(path, LogTarget.ToFile.DEFAULT_MODE), skipReasons, keepQuery);
  }

  /**
   * Opens the configured logs, all of them or none.
   *
   * @param credentials names of the fields with credentials, in lower case
   */
  public static AccessLog open(
      AccessLogConfig config, Set<String> credentials, TagValues skipReasons) throws IOException {
    return new AccessLog(skipReasons, credentials, opened(config.logs(), credentials, skipReasons));
  }

  private static List<LogStream> opened(
      List<LogConfig> logs, Set<String> credentials, TagValues reasons) throws IOException {
    List<LogStream> opened = new ArrayList<>();
    try {
      for (LogConfig log : logs) {
        opened.add(opened(log, credentials, reasons));
      }
      return opened;
    } catch (IOException e) {
      for (LogStream stream : opened) {
        stream.sink().close();
      }
      throw e;
    }
  }

  private static LogStream opened(LogConfig log, Set<String> credentials, TagValues reasons)
      throws IOException {
    boolean isPlain = log.fields().isEmpty()
        && log.format() == LogConfig.Format.JSON
        && log.redact().equals(Redaction.NONE);
    Redactor redactor = new Redactor(log.redact(), credentials);
    Supplier<LineFormat> formats = isPlain
        ? () -> new AccessLogLine(reasons, true)
        : () -> new FieldsLine(log, reasons, redactor);
    try {
      boolean isFile = log.to() instanceof LogTarget.ToFile;
      String label = isFile ? LABEL : LABEL + " to " + log.to();
      return new LogStream(log, formats, Sinks.open(log), label);
    } catch (IOException e) {
      throw new IOException("accessLog: " + log.to() + " cannot be written (" + e + ")", e);
    }
  }

  /** Returns a new writer for this loop. Call it once for each loop, before the loop uses it. */
  public LoopAccessLog forLoop(EventExecutor loop) {
    LoopAccessLog log = new LoopAccessLog(loop, reasons.bound());
    use(log, streams);
    loops.add(log);
    return log;
  }

  private static void use(LoopAccessLog loop, List<LogStream> streams) {
    loop.use(
        streams.stream().map(stream -> stream.forLoop(loop.loop())).toArray(LoopLog[]::new),
        fields(streams, Source.REQUEST),
        fields(streams, Source.RESPONSE));
  }

  private static ChosenFields fields(List<LogStream> streams, Source source) {
    Set<String> names = new TreeSet<>();
    for (LogStream stream : streams) {
      for (LogField field : stream.config().fields()) {
        if (field.source() == source) {
          names.add(field.name());
        }
      }
    }
    return new ChosenFields(names);
  }

  /** Logs that are open and not used yet. */
  public final class Prepared {
    private final List<LogStream> next;
    private final Set<String> credentials;

    private Prepared(List<LogStream> next, Set<String> credentials) {
      this.next = next;
      this.credentials = Set.copyOf(credentials);
    }

    /** Writes to these logs from now on. */
    public void use() {
      change(next, credentials);
    }

    /** Closes the logs without a use. */
    public void drop() {
      for (LogStream stream : next) {
        try {
          if (!streams.contains(stream)) {
            stream.sink().close();
          }
        } catch (IOException unused) {
          // Nothing was written.
        }
      }
    }
  }

  /**
   * Opens the logs of a new configuration. If a log changes, all are opened anew, because the loops change over at once.
   *
   * @throws IOException if a destination cannot be opened; then nothing has changed
   */
  public synchronized Prepared prepare(AccessLogConfig config, Set<String> credentials)
      throws IOException {
    List<LogStream> before = streams;
    boolean isSame = credentials.equals(credentialFields)
        && before.stream().map(LogStream::config).toList().equals(config.logs());
    if (isClosed || isSame) {
      return new Prepared(before, credentials);
    }
    return new Prepared(opened(config.logs(), credentials, reasons), credentials);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Reloads come one after the other.
  private synchronized void change(List<LogStream> next, Set<String> credentials) {
    List<LogStream> before = streams;
    if (next == before) {
      return;
    }
    next.forEach(LogStream::start);
    streams = next;
    credentialFields = credentials;
    for (LoopAccessLog loop : loops) {
      try {
        loop.loop().submit(() -> use(loop, next)).awaitUninterruptibly(SWAP_MILLIS);
      } catch (RejectedExecutionException ended) {
        // The loop serves nothing any more.
      }
    }
    for (LogStream old : before) {
      old.close();
      closedLines += old.lines();
      closedDropped += old.dropped();
      closedLeftOut += old.leftOut();
    }
  }

  /** Opens all files again (SIGUSR1). */
  public void reopen() {
    streams.forEach(LogStream::reopen);
  }

  /** Returns the number of lines that were not written, because a writer was behind or a write failed. */
  public long dropped() {
    return closedDropped + sum(LogStream::dropped);
  }

  /** Returns the number of lines that loops have written into their buffers. */
  public long lines() {
    return closedLines + sum(LogStream::lines);
  }

  /** Returns the number of lines that the samples have left out. */
  public long leftOut() {
    return closedLeftOut + sum(LogStream::leftOut);
  }

  private long sum(ToLongFunction<LogStream> count) {
    return streams.stream().mapToLong(count).sum();
  }

  /** Writes the remaining lines and ends. Do not call it on an event loop of the data path, because it waits for them. */
  @Override
  public synchronized void close() {
    isClosed = true;
    streams.forEach(LogStream::close);
  }
}
