package io.lychgate.gateway.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Collects the lines of one logger, from INFO on. */
public final class LogLines implements AutoCloseable {
  private final Logger logger;

  /** The level before; null if the logger inherits it. The root logger must have one. */
  private final @Nullable Level before;

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
    @Override
    protected void append(ILoggingEvent event) {
      lines.add(event.getFormattedMessage());
    }
  };

  private LogLines(Logger logger) {
    this.logger = logger;
    this.before = logger.getLevel();
  }

  public static LogLines of(String name) {
    LogLines lines = new LogLines((Logger) LoggerFactory.getLogger(name));
    lines.appender.setContext(lines.logger.getLoggerContext());
    lines.appender.start();
    lines.logger.setLevel(Level.INFO);
    lines.logger.addAppender(lines.appender);
    return lines;
  }

  public List<String> all() {
    return List.copyOf(lines);
  }

  /** Returns the lines with this text. */
  public List<String> with(String text) {
    return lines.stream().filter(line -> line.contains(text)).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setLevel(before);
  }
}
