package io.lychgate.gateway.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lychgate.gateway.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/**
 * Opens a database, refuses one that is damaged or that a newer program has closed to this one, and migrates an older one.
 */
final class DatabaseOpener {

  /** Number of the newest file in {@code db/}. */
  static final int SCHEMA = 19;

  /**
   * Properties of the driver, the times in seconds. A database host that stops responding must not block its callers forever. The
   * longest statement is a migration that waits for that of another node.
   *
   * <p>A statement that the server keeps prepared fails after a newer version has added a column ("cached plan must not change
   * result type"), and behind a pooler that gives each transaction another connection. So none are kept, unless store.url asks for it.
   */
  static final Map<String, String> POSTGRES = Map.of(
      "connectTimeout",
      "5",
      "socketTimeout",
      "60",
      "tcpKeepAlive",
      "true",
      "prepareThreshold",
      "0");

  /** PostgreSQL ends one of two transactions that wait for one another, with this state. */
  private static final String DEADLOCK = "40P01";

  private static final int MIGRATION_ATTEMPTS = 5;

  private static final Duration BUSY = Duration.ofSeconds(5);

  /** Time that a caller waits for a connection to a server. */
  private static final Duration CONNECTION = Duration.ofSeconds(4);

  /** Time for the test of a connection that was not used for a moment. */
  private static final Duration VALIDATION = Duration.ofSeconds(2);

  /**
   * Properties of the driver. synchronous=FULL makes an acknowledged revision survive power loss: NORMAL does not sync WAL frames
   * at commit. With IMMEDIATE a transaction waits for the lock; a deferred one that turns to writing would fail at once.
   */
  private static final Map<String, String> SQLITE = Map.of(
      "journal_mode", "WAL",
      "synchronous", "FULL",
      "foreign_keys", "true",
      "busy_timeout", String.valueOf(BUSY.toMillis()),
      "transaction_mode", "IMMEDIATE");

  private final StoreUrl url;

  private DatabaseOpener(StoreUrl url) {
    this.url = url;
  }

  /**
   * Opens the database, or creates it.
   *
   * @param wasUsed true if a store was here before
   */
  static Database open(StoreUrl url, boolean wasUsed) {
    return new DatabaseOpener(url).open(wasUsed);
  }

  /** Opens one connection to a server, beside the pool. */
  static Connection connect(StoreUrl url) throws SQLException {
    Properties properties = new Properties();
    if (url.user() != null) {
      properties.setProperty("user", url.user());
    }
    if (url.password() != null) {
      properties.setProperty("password", url.password());
    }
    POSTGRES.forEach(properties::setProperty);
    return DriverManager.getConnection(url.jdbc(), properties);
  }

  /** Opens one connection to a store of either database, beside the pool. */
  static Connection connectAny(StoreUrl url) throws SQLException {
    if (url.kind() == StoreUrl.Kind.POSTGRESQL) {
      return connect(url);
    }
    SqliteLibrary.provide();
    Properties properties = new Properties();
    SQLITE.forEach(properties::setProperty);
    return DriverManager.getConnection(url.jdbc(), properties);
  }

  private Database open(boolean wasUsed) {
    if (url.file() != null) {
      StoreException fault = new SqliteProbe(url, wasUsed).fault();
      if (fault != null) {
        throw fault;
      }
    }
    prepareDirectory();
    return url.file() == null ? openPool() : openFile();
  }

  /** Opens the file once before the pool. For a locked file or a full disk, the pool would report only a connection timeout. */
  private Database openFile() {
    SqliteLibrary.provide();
    Properties properties = new Properties();
    SQLITE.forEach(properties::setProperty);
    try (Connection first = DriverManager.getConnection(url.jdbc(), properties)) {
      var unused = StoreSchema.read(first, url.kind());
      return openPool();
    } catch (SQLException e) {
      throw refusal(e);
    }
  }

  private Database openPool() {
    HikariDataSource source = connect();
    try {
      StoreSchema schema = migrate(source);
      Database database = new Database(url, source);
      database.observe(schema);
      return database;
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  private void prepareDirectory() {
    Path file = url.file();
    Path parent = file == null ? null : file.getParent();
    if (file == null || parent == null) {
      return;
    }
    try {
      Files.createDirectories(parent);
    } catch (IOException e) {
      throw unusable(
          "the directory cannot be created (" + e + ")",
          "Make it writable or change store.url.",
          e);
    }
    createPrivately(file);
    if (!Files.isWritable(file) || !Files.isRegularFile(file)) {
      throw unusable(
          "not a writable file", "Check its owner and rights, or change store.url.", null);
    }
  }

  /** Creates an empty file. SQLite treats it as a new database, and gives its log files the same permissions. */
  private void createPrivately(Path file) {
    try {
      Files.createFile(file, WholeFile.ownerOnly(file));
    } catch (FileAlreadyExistsException e) {
      // The file exists at every start after the first.
    } catch (IOException e) {
      throw unusable(
          "cannot be created (" + e + ")", "Make the directory writable or change store.url.", e);
    }
  }

  private HikariDataSource connect() {
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("lychgate-store");
    pool.setMinimumIdle(1);
    pool.setConnectionTimeout(BUSY.toMillis());
    // The checks of this class report a clearer error than the pool would.
    pool.setInitializationFailTimeout(-1);
    if (url.kind() == StoreUrl.Kind.SQLITE) {
      sqlite(pool);
    } else {
      postgres(pool);
    }
    return new HikariDataSource(pool);
  }

  private void sqlite(HikariConfig pool) {
    pool.setDriverClassName("org.sqlite.JDBC");
    pool.setJdbcUrl(url.jdbc());
    pool.setMaximumPoolSize(4);
    SQLITE.forEach(pool::addDataSourceProperty);
  }

  private void postgres(HikariConfig pool) {
    pool.setDriverClassName("org.postgresql.Driver");
    pool.setJdbcUrl(url.jdbc());
    if (url.user() != null) {
      pool.setUsername(url.user());
    }
    if (url.password() != null) {
      pool.setPassword(url.password());
    }
    pool.setMaximumPoolSize(8);
    // Together with the limits of Database, a request waits about five seconds for a lost server.
    pool.setConnectionTimeout(CONNECTION.toMillis());
    pool.setValidationTimeout(VALIDATION.toMillis());
    pool.addDataSourceProperty("ApplicationName", "lychgate");
    POSTGRES.forEach(pool::addDataSourceProperty);
  }

  /** Returns the reason for which a server cannot be reached; null if it can. */
  static @Nullable StoreException reach(StoreUrl url) {
    try (Connection connection = connect(url)) {
      StoreSchema schema = StoreSchema.read(connection, url.kind());
      return schema != null && !schema.isUsable() ? newer(url, schema) : null;
    } catch (SQLException e) {
      return new DatabaseOpener(url).refusal(e);
    }
  }

  /** Returns the schema that the database has then. */
  private @Nullable StoreSchema migrate(HikariDataSource source) {
    StoreSchema found = usable(source);
    if (found != null && found.found() >= SCHEMA) {
      // Flyway's own check of class path and database would add a third of a second to each
      // start.
      return found;
    }
    runFlyway(source);
    // A newer node may have migrated it meanwhile.
    return usable(source);
  }

  private @Nullable StoreSchema usable(HikariDataSource source) {
    try (Connection connection = source.getConnection()) {
      StoreSchema found = StoreSchema.read(connection, url.kind());
      if (found != null && !found.isUsable()) {
        throw newer(url, found);
      }
      return found;
    } catch (SQLException e) {
      throw refusal(e);
    }
  }

  /** A migration is one transaction. One that met the locks of running nodes in another order is repeated. */
  private void runFlyway(HikariDataSource source) {
    Flyway flyway = Flyway.configure(DatabaseOpener.class.getClassLoader())
        .dataSource(source)
        .locations("classpath:db/" + url.kind().token())
        // Migrations of a newer version that this class path does not have.
        .ignoreMigrationPatterns("*:future")
        .load();
    boolean isDone = false;
    for (int attempt = 1; !isDone; attempt++) {
      try {
        flyway.migrate();
        isDone = true;
      } catch (FlywayException e) {
        if (attempt == MIGRATION_ATTEMPTS || !isDeadlock(e)) {
          throw unusable(
              "cannot be brought to schema " + SCHEMA + " (" + Database.rootMessage(e) + ")",
              "Use an empty database, or one that Lychgate made.",
              e);
        }
      }
    }
  }

  private static boolean isDeadlock(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof SQLException error && DEADLOCK.equals(error.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  private StoreException refusal(SQLException e) {
    String message = Database.rootMessage(e);
    if (url.kind() == StoreUrl.Kind.SQLITE
        && (message.contains("SQLITE_NOTADB") || message.contains("SQLITE_CORRUPT"))) {
      return damaged(url, message, e);
    }
    return new StoreException(
        Database.kindOf(e), "store " + url.place() + ": cannot be opened (" + message + ")", e);
  }

  static StoreException damaged(StoreUrl url, String finding, @Nullable Throwable cause) {
    return unusable(
        url,
        "damaged, or not a SQLite database (" + finding + ")",
        "Restore it from a backup; or let `lychgate store set-aside -c FILE` rename it, and the next start makes a new store with the manifests last published.",
        cause);
  }

  static StoreException newer(StoreUrl url, StoreSchema schema) {
    return unusable(
        url,
        String.valueOf(schema.note()),
        "Start that version again, or restore a backup made before the upgrade.",
        null);
  }

  private StoreException unusable(String finding, String cure, @Nullable Throwable cause) {
    return unusable(url, finding, cure, cause);
  }

  private static StoreException unusable(
      StoreUrl url, String finding, String cure, @Nullable Throwable cause) {
    return new StoreException(
        Kind.UNUSABLE, "store " + url.place() + ": " + finding + ". " + cure, cause);
  }
}
