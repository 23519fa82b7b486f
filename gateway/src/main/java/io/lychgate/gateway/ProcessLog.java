package io.lychgate.gateway;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.util.OptionHelper;
import java.util.List;
import java.util.Objects;

/**
 * The process's own log, to standard error; the access log is a stream of its own. Logback finds this class as a service. An XML
 * file instead would make every start load an XML parser.
 */
public final class ProcessLog extends ContextAwareBase implements Configurator {
  /** Logback's own property: a configuration file of the operator that replaces this configuration. */
  private static final String FILE = "logback.configurationFile";

  /** The log level of Lychgate, as an environment variable or a system property. */
  private static final String LEVEL = "LYCHGATE_LOG_LEVEL";

  /** Loggers of errors that clients of the admin listener make: in HTTP/2, and by bytes that are no TLS. */
  private static final List<String> CLIENT_ERRORS = List.of(
      "com.linecorp.armeria.internal.common.AbstractHttp2ConnectionHandler",
      "com.linecorp.armeria.server.HttpServerPipelineConfigurator");

  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0}: %msg%n";

  /** Called by the service loader. */
  public ProcessLog() {}

  @Override
  public ExecutionStatus configure(LoggerContext loggers) {
    if (OptionHelper.getSystemProperty(FILE) != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    writeToStandardError(loggers);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  static void writeToStandardError(LoggerContext loggers) {
    Logger root = loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(standardError(loggers));
    // The store's users log an outage of the database once; the pool would log it for each
    // connection, with stack traces.
    loggers.getLogger("com.zaxxer.hikari").setLevel(Level.OFF);
    // A stack trace for each connection would flood the log.
    for (String library : CLIENT_ERRORS) {
      loggers.getLogger(library).setLevel(Level.OFF);
    }
    loggers.getLogger("io.lychgate").setLevel(Level.toLevel(level(), Level.INFO));
  }

  private static String level() {
    return Objects.requireNonNullElse(
        System.getProperty(LEVEL), Objects.requireNonNullElse(System.getenv(LEVEL), ""));
  }

  private static ConsoleAppender<ILoggingEvent> standardError(LoggerContext loggers) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(loggers);
    encoder.setPattern(PATTERN);
    encoder.start();
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(loggers);
    appender.setName("stderr");
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    return appender;
  }
}
