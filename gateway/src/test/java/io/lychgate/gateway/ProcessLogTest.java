package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class ProcessLogTest {
  private final LoggerContext loggers = new LoggerContext();

  @Test
  void writesLibraryWarningsAndLychgateMessagesToStandardError() {
    ProcessLog.writeToStandardError(loggers);

    Logger root = loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    assertThat(root.getLevel()).isEqualTo(Level.WARN);
    assertThat(loggers.getLogger("io.lychgate.gateway.Gateway").isInfoEnabled()).isTrue();
    ConsoleAppender<ILoggingEvent> appender =
        (ConsoleAppender<ILoggingEvent>) root.getAppender("stderr");
    assertThat(appender.getTarget()).isEqualTo("System.err");
    assertThat(appender.isStarted()).isTrue();
  }

  @Test
  void bytesThatAreNoTlsOnTheAdminListenerLeaveNoTrace() {
    ProcessLog.writeToStandardError(loggers);

    Logger library =
        loggers.getLogger("com.linecorp.armeria.server.HttpServerPipelineConfigurator");
    assertThat(library.isErrorEnabled()).isFalse();
  }

  @Test
  void usesTheLogbackFileOfTheOperator() {
    // The build sets this property for tests anyway.
    System.setProperty("logback.configurationFile", "logback-test.xml");

    assertThat(new ProcessLog().configure(loggers)).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
    assertThat(loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).iteratorForAppenders())
        .isExhausted();
  }

  @Test
  void isFoundByLogback() {
    assertThat(ServiceLoader.load(Configurator.class)).hasAtLeastOneElementOfType(ProcessLog.class);
  }
}
