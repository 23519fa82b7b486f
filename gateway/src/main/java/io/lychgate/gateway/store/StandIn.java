package io.lychgate.gateway.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database in memory that replaces an unusable one. It has the readable data of that database, or else the manifests last
 * published. It is read-only except for sign-ins, which are lost with the process.
 */
final class StandIn {
  private static final Logger LOG = LoggerFactory.getLogger(StandIn.class);

  /**
   * Above this size the file is not read: the manifests in force come from the copy beside it. Most of a large file are counters by
   * period, which are not read.
   */
  private static final long READ_BYTES = 2L << 30;

  /** Above this size a file with a log is not read, because both would be copied to the temporary directory. */
  private static final long COPIED_BYTES = 256L << 20;

  /** The manifests in force, and as much of the history as fits into memory. */
  private static final String REVISIONS = "SELECT * FROM revision WHERE number IN"
      + " (SELECT revision FROM manifest WHERE revision IS NOT NULL)"
      + " OR number > (SELECT max(number) - 200 FROM revision) AND coalesce(length(body), 0) < 65536";

  private static final String AUDIT = "SELECT * FROM audit ORDER BY id DESC LIMIT 1000";

  private static final String EVENTS = "SELECT * FROM history_event ORDER BY at DESC LIMIT 2000";

  private static final String REPORTS =
      "SELECT * FROM history_report ORDER BY created_at DESC LIMIT 100";

  private StandIn() {}

  static Database open(StoreUrl url, StoreException why, Optional<PublishedManifests> published) {
    HikariDataSource source = memory();
    try {
      Flyway.configure(StandIn.class.getClassLoader())
          .dataSource(source)
          .locations("classpath:db/sqlite")
          .load()
          .migrate();
      Jdbi jdbi = Jdbi.create(source);
      if (url.file() != null) {
        salvage(url.file(), jdbi);
      }
      published.ifPresent(each -> jdbi.useTransaction(handle -> complete(handle, each)));
      return new Database(url, source, why);
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  private static HikariDataSource memory() {
    SqliteLibrary.provide();
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("lychgate-stand-in");
    pool.setDriverClassName("org.sqlite.JDBC");
    // The database exists as long as one connection is open.
    pool.setJdbcUrl("jdbc:sqlite:file:" + UUID.randomUUID() + "?mode=memory&cache=shared");
    pool.setMinimumIdle(1);
    pool.setMaximumPoolSize(4);
    pool.setIdleTimeout(0);
    pool.setMaxLifetime(0);
    // A shared cache rejects readers during a write instead of waiting.
    pool.addDataSourceProperty("read_uncommitted", "true");
    return new HikariDataSource(pool);
  }

  /** Copies all readable tables except counters by period, which are many. A reader of these gets an error instead. */
  private static void salvage(Path file, Jdbi into) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) == 0 || Files.size(file) > READ_BYTES) {
        return;
      }
      if (Files.exists(Path.of(file + "-wal")) || Files.exists(Path.of(file + "-journal"))) {
        if (Files.size(file) > COPIED_BYTES) {
          return;
        }
        try (SqliteCopy copy = SqliteCopy.of(file)) {
          salvage("jdbc:sqlite:" + copy.file(), into);
        }
      } else {
        salvage(SqliteProbe.immutable(file), into);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("{}: not read", file, e);
    }
  }

  private static void salvage(String jdbc, Jdbi into) {
    try (Connection from = DriverManager.getConnection(jdbc)) {
      copy(from, into, "account", "SELECT * FROM account");
      copy(from, into, "account_grant", "SELECT * FROM account_grant");
      copy(from, into, "api_token", "SELECT * FROM api_token");
      // Without them, a password alone would open a session.
      copy(from, into, "second_factor_totp", "SELECT * FROM second_factor_totp");
      copy(from, into, "passkey", "SELECT * FROM passkey");
      copy(from, into, "recovery_code", "SELECT * FROM recovery_code");
      copy(from, into, "sign_on_identity", "SELECT * FROM sign_on_identity");
      copy(from, into, "secret", "SELECT * FROM secret WHERE name LIKE 'sign-on-%'");
      copy(from, into, "revision", REVISIONS);
      copy(from, into, "manifest", "SELECT * FROM manifest");
      copy(from, into, "configuration", "SELECT * FROM configuration");
      copy(from, into, "configuration_revision", "SELECT * FROM configuration_revision");
      copy(from, into, "verdict", "SELECT * FROM verdict");
      copy(from, into, "server_decision", "SELECT * FROM server_decision");
      copy(from, into, "experiment", "SELECT * FROM experiment");
      copy(from, into, "proposal", "SELECT * FROM proposal LIMIT 2000");
      copy(from, into, "audit", AUDIT);
      copy(from, into, "history_event", EVENTS);
      copy(from, into, "history_report", REPORTS);
    } catch (SQLException e) {
      LOG.debug("{}: not read", jdbc, e);
      return;
    }
    into.useHandle(handle -> {
      handle.execute(
          "UPDATE revision_counter SET last = (SELECT coalesce(max(number), 0) FROM revision)");
      // Passwords cannot be changed now.
      handle.execute("UPDATE account SET must_change = 0");
    });
  }

  private static void copy(Connection from, Jdbi into, String table, String query) {
    try (Statement statement = from.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      into.useTransaction(handle -> insert(handle.getConnection(), table, rows));
    } catch (SQLException | RuntimeException e) {
      LOG.debug("table {}: not read", table, e);
    }
  }

  /** Inserts the columns that this version knows: a newer one may have added others. */
  private static void insert(Connection into, String table, ResultSet rows) throws SQLException {
    Set<String> known = new HashSet<>();
    try (Statement statement = into.createStatement();
        ResultSet none = statement.executeQuery("SELECT * FROM " + table + " LIMIT 0")) {
      for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
        known.add(none.getMetaData().getColumnName(i));
      }
    }
    ResultSetMetaData columns = rows.getMetaData();
    List<Integer> taken = new ArrayList<>();
    StringJoiner names = new StringJoiner(", ", "(", ")");
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      if (known.contains(columns.getColumnName(i))) {
        taken.add(i);
        names.add(columns.getColumnName(i));
      }
    }
    String values = String.join(", ", Collections.nCopies(taken.size(), "?"));
    try (PreparedStatement insert =
        into.prepareStatement("INSERT INTO " + table + " " + names + " VALUES (" + values + ")")) {
      while (rows.next()) {
        for (int i = 0; i < taken.size(); i++) {
          insert.setObject(i + 1, rows.getObject(taken.get(i)));
        }
        insert.executeUpdate();
      }
    }
  }

  /** Replaces the manifests read from the file by those last published, unless the former are newer. */
  private static void complete(Handle handle, PublishedManifests published) {
    if (ManifestRows.lastNumber(handle) > published.revision()) {
      return;
    }
    handle.execute("UPDATE manifest SET revision = NULL");
    ManifestRows.restore(handle, published, System.currentTimeMillis());
  }
}
