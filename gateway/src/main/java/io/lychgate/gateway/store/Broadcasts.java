package io.lychgate.gateway.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A connection over which the gateways of a PostgreSQL store send each other short messages (LISTEN and NOTIFY). Nothing is stored: a
 * message reaches the gateways that are connected at the time. Of a pooler that does not forward notifications, nothing comes. One thread
 * only.
 */
public final class Broadcasts implements AutoCloseable {
  /** Bytes of a message. PostgreSQL takes fewer than 8000. */
  public static final int MAX_LENGTH = 7900;

  /** Silence after which the server is asked for a sign of life. */
  private static final Duration SILENCE = Duration.ofSeconds(2);

  private static final int RESPONSE_SECONDS = 2;

  private final StoreUrl url;
  private final String channel;
  private final Connection connection;
  private final PGConnection notifications;
  private long heardNanos = System.nanoTime();

  private Broadcasts(StoreUrl url, String channel, Connection connection) throws SQLException {
    this.url = url;
    this.channel = channel;
    this.connection = connection;
    this.notifications = connection.unwrap(PGConnection.class);
  }

  /**
   * Connects.
   *
   * @param channel a word in lower case
   * @throws StoreException if the store cannot be reached
   */
  public static Broadcasts open(StoreUrl url, String channel) {
    Connection connection = null;
    try {
      connection = DatabaseOpener.connect(url);
      try (Statement statement = connection.createStatement()) {
        statement.execute("LISTEN " + channel);
      }
      return new Broadcasts(url, channel, connection);
    } catch (SQLException e) {
      if (connection != null) {
        try {
          connection.close();
        } catch (SQLException again) {
          e.addSuppressed(again);
        }
      }
      throw failure(url, e);
    }
  }

  /** Sends messages of ASCII text to all gateways that are connected. */
  public void send(List<String> messages) {
    if (messages.isEmpty()) {
      return;
    }
    try (PreparedStatement notify = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
      for (String message : messages) {
        notify.setString(1, channel);
        notify.setString(2, message);
        notify.execute();
      }
    } catch (SQLException e) {
      throw failure(url, e);
    }
  }

  /** Returns the messages of other gateways. Waits at most this long for the first one. */
  public List<String> receive(Duration wait) {
    try {
      PGNotification[] received =
          notifications.getNotifications((int) Math.max(1, wait.toMillis()));
      checkLife(received.length > 0);
      List<String> messages = new ArrayList<>();
      for (PGNotification each : received) {
        if (each.getPID() != notifications.getBackendPID()) {
          messages.add(each.getParameter());
        }
      }
      return messages;
    } catch (SQLException e) {
      throw failure(url, e);
    }
  }

  /** To wait for notifications does not detect a server that has vanished without a word. */
  private void checkLife(boolean isHeard) throws SQLException {
    if (!isHeard && System.nanoTime() - heardNanos <= SILENCE.toNanos()) {
      return;
    }
    if (!isHeard && !connection.isValid(RESPONSE_SECONDS)) {
      throw new SQLException("the connection does not respond");
    }
    heardNanos = System.nanoTime();
  }

  private static StoreException failure(StoreUrl url, SQLException e) {
    return new StoreException(
        StoreException.Kind.UNAVAILABLE, "store " + url.place() + ": " + e.getMessage(), e);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failure(url, e);
    }
  }
}
