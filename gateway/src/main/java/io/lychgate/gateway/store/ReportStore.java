package io.lychgate.gateway.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** Reports on the time before and after an event. A report is never changed. The oldest of too many are deleted. */
public final class ReportStore {
  static final int MOST = 1_000;

  /** A report has some 10 KiB. Together at most 256 MiB. */
  static final int LONGEST_BODY = 256 << 10;

  private final Database database;
  private final InstantSource clock;

  ReportStore(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * Stores a report.
   *
   * @param body JSON
   * @throws IllegalArgumentException if the body is longer than 256 Ki characters
   */
  public StoredReport add(String title, String body, Actor by) {
    if (body.length() > LONGEST_BODY) {
      throw new IllegalArgumentException(
          "report: " + body.length() + " characters (expected: at most " + LONGEST_BODY + ")");
    }
    StoredReport report = new StoredReport(
        UUID.randomUUID().toString(), Instant.ofEpochMilli(clock.millis()), by.name(), title, body);
    return database.write(handle -> {
      handle
          .createUpdate("INSERT INTO history_report (id, created_at, author, title, body)"
              + " VALUES (:id, :at, :author, :title, :body)")
          .bind("id", report.id())
          .bind("at", report.createdAt().toEpochMilli())
          .bind("author", report.author())
          .bind("title", report.title())
          .bind("body", report.body())
          .execute();
      handle
          .createUpdate("DELETE FROM history_report WHERE (created_at, id) <"
              + " (SELECT created_at, id FROM history_report"
              + " ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET :last)")
          .bind("last", MOST - 1)
          .execute();
      return report;
    });
  }

  public Optional<StoredReport> find(String id) {
    return database.read(handle -> handle
        .select("SELECT * FROM history_report WHERE id = :id")
        .bind("id", id)
        .map((row, context) -> report(row))
        .findOne());
  }

  /** Returns reports, newest first. */
  public Page<StoredReport> list(NewestFirst part) {
    return database.read(handle -> new Page<>(
        handle.select("SELECT count(*) FROM history_report").mapTo(Long.class).one(),
        handle
            .select("SELECT * FROM history_report WHERE (created_at, id) < (:beforeAt, :beforeId)"
                + " ORDER BY created_at DESC, id DESC LIMIT :limit OFFSET :offset")
            .bind("beforeAt", part.at())
            .bind("beforeId", part.id())
            .bind("limit", part.limit())
            .bind("offset", part.offset())
            .map((row, context) -> report(row))
            .list()));
  }

  private static StoredReport report(ResultSet row) throws SQLException {
    return new StoredReport(
        row.getString("id"),
        Instant.ofEpochMilli(row.getLong("created_at")),
        row.getString("author"),
        row.getString("title"),
        row.getString("body"));
  }
}
