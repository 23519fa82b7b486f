package io.lychgate.gateway.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives notifications from other gateways through PostgreSQL (LISTEN) and starts a poll at once. Correctness does not depend
 * on it: if a connection breaks, or a pooler does not forward notifications, a change waits at most until the next poll.
 */
final class WakeListener implements AutoCloseable {
  static final String CHANNEL = "lychgate";

  /** Name of the connection in pg_stat_activity. */
  static final String APPLICATION = "lychgate-listen";

  private static final Logger LOG = LoggerFactory.getLogger(WakeListener.class);
  private static final int WAIT_MILLIS = 10_000;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final StoreUrl url;
  private final Runnable wake;
  private final Thread thread = new Thread(this::run, "lychgate-listen");
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Connection connection;

  WakeListener(StoreUrl url, Runnable wake) {
    this.url = url;
    this.wake = wake;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    Duration pause = FIRST_PAUSE;
    while (closed.getCount() > 0) {
      try (Connection opened = open()) {
        connection = opened;
        pause = FIRST_PAUSE;
        listen(opened);
      } catch (SQLException e) {
        LOG.debug("cannot receive notifications of the store now, polling continues", e);
      }
      connection = null;
      try {
        if (closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      } catch (InterruptedException e) {
        return;
      }
      pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
          ? pause.multipliedBy(2)
          : LONGEST_PAUSE;
    }
  }

  private void listen(Connection opened) throws SQLException {
    try (Statement statement = opened.createStatement()) {
      statement.execute("LISTEN " + CHANNEL);
    }
    // The listener may have missed notifications while it had no connection.
    wake.run();
    PGConnection notifications = opened.unwrap(PGConnection.class);
    while (closed.getCount() > 0) {
      if (notifications.getNotifications(WAIT_MILLIS).length > 0) {
        wake.run();
      } else if (!opened.isValid(WAIT_MILLIS / 1000)) {
        // Waiting does not detect a server that stopped responding.
        throw new SQLException("the connection does not respond");
      }
    }
  }

  private Connection open() throws SQLException {
    Properties properties = new Properties();
    if (url.user() != null) {
      properties.setProperty("user", url.user());
    }
    if (url.password() != null) {
      properties.setProperty("password", url.password());
    }
    properties.setProperty("ApplicationName", APPLICATION);
    DatabaseOpener.POSTGRES.forEach(properties::setProperty);
    return DriverManager.getConnection(url.jdbc(), properties);
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
    Connection open = connection;
    if (open != null) {
      try {
        // Closing the connection would wait for the thread that waits on it.
        open.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.debug("the listening connection could not be closed", e);
      }
    }
  }
}
