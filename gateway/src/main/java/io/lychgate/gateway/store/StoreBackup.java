package io.lychgate.gateway.store;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A copy of all data of a store in one file: a zip archive with a file of JSON lines for each table, and {@code backup.json} with the
 * schema, the number of rows and the SHA-256 of each. The format is the same for both databases.
 *
 * <p>All tables are read in one transaction, so the copy is of one moment. Writers go on meanwhile.
 */
public final class StoreBackup {
  /** Name of the entry that describes the others. It is the last one, so an archive that was cut off has none. */
  static final String CONTENTS = "backup.json";

  /** Version of the format of the archive. */
  static final int FORMAT = 1;

  /** Tables whose rows end with a process or a session. */
  static final Set<String> TRANSIENT = Set.of(
      "node",
      "configuration_node",
      "session",
      "sign_on_session",
      "sign_on_step",
      "lease",
      "session_refresh",
      "acme_challenge",
      "rollup_writer",
      "idempotency_key");

  private static final int FETCHED_ROWS = 500;

  private StoreBackup() {}

  /**
   * The contents of a backup.
   *
   * @param schema version of the schema of the store
   * @param version version of the gateway that wrote it
   */
  public record Contents(
      int format,
      int schema,
      String version,
      String createdAt,
      String database,
      String auditHead,
      List<Table> tables) {
    /** Returns the number of all rows. */
    public long rows() {
      return tables.stream().mapToLong(Table::rows).sum();
    }
  }

  /** The rows of one table. */
  public record Table(String name, long rows, String sha256) {}

  /**
   * Writes a backup. The file appears only when it is whole, and only its owner may read it.
   *
   * @param version version of this gateway
   * @throws StoreException if the store cannot be read
   * @throws IOException if the file cannot be written
   */
  public static Contents write(StoreUrl url, Path file, String version, Instant now)
      throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path part = Path.of(file + ".part");
    Files.deleteIfExists(part);
    Files.createFile(part, WholeFile.ownerOnly(part));
    try {
      Contents contents;
      try (OutputStream out = Files.newOutputStream(part, StandardOpenOption.WRITE)) {
        contents = write(url, out, version, now);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return contents;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static Contents write(StoreUrl url, OutputStream out, String version, Instant now)
      throws IOException {
    try (Connection connection = connect(url);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      StoreSchema found = StoreSchema.read(connection, url.kind());
      if (found == null) {
        throw new StoreException(
            StoreException.Kind.UNUSABLE,
            "store " + url.place() + ": schema none (expected: 1-" + DatabaseOpener.SCHEMA + ")",
            null);
      }
      if (!found.isUsable()) {
        throw DatabaseOpener.newer(url, found);
      }
      int schema = found.found();
      String head = head(connection, schema);
      List<Table> tables = new ArrayList<>();
      for (String table : StoreTables.of(connection, url.kind())) {
        if (!TRANSIENT.contains(table)) {
          zip.putNextEntry(new ZipEntry(entryOf(table)));
          tables.add(copy(connection, table, zip));
          zip.closeEntry();
        }
      }
      Contents contents = new Contents(
          FORMAT, schema, version, now.toString(), url.kind().token(), head, List.copyOf(tables));
      zip.putNextEntry(new ZipEntry(CONTENTS));
      zip.write(JsonMapper.shared().writeValueAsBytes(contents));
      zip.closeEntry();
      return contents;
    } catch (SQLException e) {
      throw new StoreException(
          Database.kindOf(e), "store " + url.place() + ": " + Database.rootMessage(e), e);
    }
  }

  static String entryOf(String table) {
    return "tables/" + table + ".jsonl";
  }

  /** Opens a connection with a transaction that sees the store as it is now. */
  private static Connection connect(StoreUrl url) throws SQLException {
    Connection connection;
    if (url.kind() == StoreUrl.Kind.SQLITE) {
      SqliteLibrary.provide();
      Path file = url.file();
      if (file == null || !Files.exists(file)) {
        throw new SQLException(file + " does not exist");
      }
      Properties properties = new Properties();
      properties.setProperty("busy_timeout", "5000");
      // Deferred: a transaction that only reads does not lock out writers.
      properties.setProperty("transaction_mode", "DEFERRED");
      connection = DriverManager.getConnection(url.jdbc(), properties);
    } else {
      connection = DatabaseOpener.connect(url);
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    }
    connection.setAutoCommit(false);
    return connection;
  }

  private static String head(Connection connection, int schema) throws SQLException {
    if (schema < 13) {
      return "";
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT position, hash FROM audit_head")) {
      return row.next() ? row.getLong(1) + ":" + row.getString(2) : "";
    }
  }

  private static Table copy(Connection connection, String table, OutputStream out)
      throws SQLException, IOException {
    MessageDigest digest = sha256();
    long rows = 0;
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(FETCHED_ROWS);
      try (ResultSet row = statement.executeQuery("SELECT * FROM \"" + table + "\"")) {
        OutputStream hashed = new DigestOutputStream(new Unclosed(out), digest);
        while (row.next()) {
          hashed.write(line(row));
          rows++;
        }
        hashed.flush();
      }
    }
    return new Table(table, rows, HexFormat.of().formatHex(digest.digest()));
  }

  private static byte[] line(ResultSet row) throws SQLException {
    ResultSetMetaData columns = row.getMetaData();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      Object value = row.getObject(i);
      values.put(
          columns.getColumnName(i),
          value instanceof byte[] bytes
              ? Map.of("base64", Base64.getEncoder().encodeToString(bytes))
              : value);
    }
    return (JsonMapper.shared().writeValueAsString(values) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** An entry of the archive, which the archive itself closes. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() {
      try {
        flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
