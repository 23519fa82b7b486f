package io.lychgate.gateway.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The difference between the clock of this machine and that of the store's database.
 *
 * @param ahead time by which this machine is ahead; negative if it is behind
 * @param uncertainty half the time that the query took
 */
public record ClockOffset(Duration ahead, Duration uncertainty) {
  private static final String NOW =
      "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";

  /** Measures it. Returns empty for a database in a file, and for one that does not respond. */
  public static Optional<ClockOffset> of(StoreUrl url) {
    if (url.kind() != StoreUrl.Kind.POSTGRESQL) {
      return Optional.empty();
    }
    try (Connection connection = DatabaseOpener.connect(url);
        Statement statement = connection.createStatement()) {
      long start = System.nanoTime();
      try (ResultSet row = statement.executeQuery(NOW)) {
        Duration half = Duration.ofNanos((System.nanoTime() - start) / 2);
        Instant here = Instant.now().minus(half);
        if (!row.next()) {
          return Optional.empty();
        }
        Instant there = Instant.ofEpochMilli(row.getLong(1));
        return Optional.of(new ClockOffset(Duration.between(there, here), half));
      }
    } catch (SQLException e) {
      return Optional.empty();
    }
  }
}
