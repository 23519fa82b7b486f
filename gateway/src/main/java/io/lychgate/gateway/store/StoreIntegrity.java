package io.lychgate.gateway.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Checks of the content of a store. Nothing is written, and the schema stays as it is. */
public final class StoreIntegrity {
  /** Faults of one check. */
  private static final int MAX_FAULTS = 20;

  private static final int AUDIT_SCHEMA = 13;

  /** The detail of audit entries begins so, before the number of the revision of a manifest. */
  private static final String MANIFEST = "revision ";

  /** The same for the configuration. An earlier version does not take it for a manifest. */
  static final String CONFIGURATION = "configuration revision ";

  private StoreIntegrity() {}

  /**
   * The result of one check.
   *
   * @param found the checked content, or the reason for no check
   * @param faults one sentence each
   */
  public record Result(String step, boolean isSkipped, String found, List<String> faults) {}

  /** Runs all checks; none if the store cannot be opened, which another check reports. */
  public static List<Result> check(StoreUrl url) {
    Path file = url.file();
    if (file != null && !Files.isRegularFile(file)) {
      return List.of(new Result("integrity", true, "no store yet", List.of()));
    }
    try (HikariDataSource source = open(url)) {
      Database database = new Database(url, source);
      List<Result> results = new ArrayList<>();
      StoreSchema schema;
      try (Connection connection = source.getConnection()) {
        schema = StoreSchema.read(connection, url.kind());
        if (url.kind() == StoreUrl.Kind.SQLITE) {
          results.add(pages(connection));
        }
      }
      String note = schema == null ? null : schema.note();
      if (note != null) {
        results.add(new Result("schema", false, note, List.of()));
      }
      if (schema == null || schema.found() < AUDIT_SCHEMA || !schema.isUsable()) {
        results.add(new Result(
            "audit-trail",
            true,
            "schema " + (schema == null ? "none" : schema.found())
                + " has no chain that this version knows",
            List.of()));
        return results;
      }
      AuditReport report = new AuditVerification(database).run(null);
      results.add(new Result(
          "audit-trail",
          false,
          report.entries() + (report.entries() == 1 ? " entry" : " entries") + ", head "
              + report.head(),
          report.faults()));
      results.add(database.readMany(StoreIntegrity::revisions));
      return results;
    } catch (SQLException | StoreException e) {
      return List.of(
          new Result("integrity", true, "not checked: " + Database.rootMessage(e), List.of()));
    }
  }

  private static HikariDataSource open(StoreUrl url) {
    SqliteLibrary.provide();
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("lychgate-check");
    pool.setJdbcUrl(url.jdbc());
    pool.setMaximumPoolSize(1);
    pool.setConnectionTimeout(5000);
    pool.setInitializationFailTimeout(-1);
    if (url.user() != null) {
      pool.setUsername(url.user());
    }
    if (url.password() != null) {
      pool.setPassword(url.password());
    }
    if (url.kind() == StoreUrl.Kind.POSTGRESQL) {
      pool.setReadOnly(true);
      DatabaseOpener.POSTGRES.forEach(pool::addDataSourceProperty);
    }
    return new HikariDataSource(pool);
  }

  private static Result pages(Connection connection) throws SQLException {
    List<String> faults = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("PRAGMA integrity_check(" + MAX_FAULTS + ")")) {
        while (rows.next()) {
          if (!"ok".equals(rows.getString(1))) {
            faults.add(String.valueOf(rows.getString(1)));
          }
        }
      }
      try (ResultSet rows = statement.executeQuery("PRAGMA foreign_key_check")) {
        while (rows.next() && faults.size() < MAX_FAULTS) {
          faults.add("table " + rows.getString(1) + ": row " + rows.getLong(2)
              + " refers to a missing row of " + rows.getString(3));
        }
      }
    }
    return new Result("integrity", false, "all pages and references of SQLite", faults);
  }

  /** Compares the text of each revision with the hash that the audit trail has of it. */
  private static Result revisions(Handle handle) {
    List<String> faults = new ArrayList<>();
    int checked = 0;
    for (Map.Entry<Long, String> each : hashes(handle, MANIFEST).entrySet()) {
      if (faults.size() < MAX_FAULTS) {
        checked++;
        String body = body(handle, "revision", each.getKey());
        if (body == null) {
          faults.add(MANIFEST + each.getKey() + ": missing (expected: a text of SHA-256 "
              + each.getValue() + ")");
        } else if (!AuditChain.sha256(body).equals(each.getValue())) {
          faults.add(MANIFEST + each.getKey() + ": its text was changed after its publication");
        }
      }
    }
    for (Map.Entry<Long, String> each : hashes(handle, CONFIGURATION).entrySet()) {
      String body = body(handle, "configuration_revision", each.getKey());
      // The store keeps only the last revisions.
      if (body != null && faults.size() < MAX_FAULTS) {
        checked++;
        if (!AuditChain.sha256(body).equals(each.getValue())) {
          faults.add(
              CONFIGURATION + each.getKey() + ": its text was changed after its publication");
        }
      }
    }
    return new Result(
        "revisions",
        false,
        checked + (checked == 1 ? " text as it was" : " texts as they were") + " published",
        faults);
  }

  /** Returns the hashes of the audit entries whose detail is this text and a number, by that number. */
  private static Map<Long, String> hashes(Handle handle, String detail) {
    Map<Long, String> hashes = new TreeMap<>();
    handle
        .select("SELECT detail, state_after FROM audit WHERE detail LIKE :detail"
            + " AND state_after LIKE 'sha256:%'")
        .bind("detail", detail + "%")
        .map((row, context) -> new String[] {row.getString(1), row.getString(2)})
        .forEach(row -> {
          String hash = AuditState.hashIn(row[1]);
          String number = row[0].substring(detail.length());
          if (hash != null && number.matches("\\d{1,18}")) {
            hashes.put(Long.valueOf(number), hash);
          }
        });
    return hashes;
  }

  private static @Nullable String body(Handle handle, String table, long number) {
    return handle
        .select("SELECT body FROM " + table + " WHERE number = :number")
        .bind("number", number)
        .mapTo(String.class)
        .findOne()
        .orElse(null);
  }
}
