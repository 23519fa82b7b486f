package io.lychgate.gateway.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Restores a {@link StoreBackup} into a store of either database: completely, in one transaction, or not at all. */
public final class StoreRestore implements AutoCloseable {
  /** Bytes of the description of a backup. */
  private static final int MAX_CONTENTS = 1 << 20;

  /** Characters of one row: two texts of a manifest of 1 MiB, with each character escaped, fit. */
  private static final int MAX_LINE = 32 << 20;

  private static final int ROWS_AT_ONCE = 200;

  /** Tables that a new store has rows in. */
  private static final Set<String> SEEDED =
      Set.of("revision_counter", "change_counter", "audit_head", "audit", "audit_chain", "secret");

  /** Signature of the first entry of an archive. */
  private static final int FIRST_ENTRY = 0x04034b50;

  /** Signature of the record at the end of an archive. */
  private static final int END = 0x06054b50;

  /** Bytes of that record without a comment. */
  private static final int END_BYTES = 22;

  private final Path file;
  private final ZipFile zip;
  private final StoreBackup.Contents contents;

  private StoreRestore(Path file, ZipFile zip, StoreBackup.Contents contents) {
    this.file = file;
    this.zip = zip;
    this.contents = contents;
  }

  /**
   * Opens a backup and verifies all of its hashes.
   *
   * @throws IOException if it cannot be read, is not whole, or was changed; the message names the file and the place
   */
  public static StoreRestore open(Path file) throws IOException {
    ZipFile zip;
    try {
      zip = new ZipFile(file.toFile());
    } catch (ZipException e) {
      throw new IOException(
          file + ": not a whole zip archive (expected: a file of `lychgate backup`)", e);
    }
    try {
      requireWhole(file);
      StoreRestore opened = new StoreRestore(file, zip, contents(file, zip));
      opened.verify();
      return opened;
    } catch (IOException | RuntimeException e) {
      zip.close();
      throw e;
    }
  }

  /** Returns the description of the backup. */
  public StoreBackup.Contents contents() {
    return contents;
  }

  /** Refuses bytes before and after the archive, which no hash covers and which a reader of archives ignores. */
  private static void requireWhole(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer start = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer end = ByteBuffer.allocate(END_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      channel.read(start, 0);
      channel.read(end, Math.max(0, channel.size() - END_BYTES));
      // A comment of another length than 0 would be after the record, too.
      if (start.getInt(0) != FIRST_ENTRY
          || end.getInt(0) != END
          || end.getShort(END_BYTES - Short.BYTES) != 0) {
        throw new IOException(
            file
                + ": bytes before or after the archive (expected: the file as `lychgate backup` wrote it)");
      }
    }
  }

  private static StoreBackup.Contents contents(Path file, ZipFile zip) throws IOException {
    ZipEntry entry = zip.getEntry(StoreBackup.CONTENTS);
    if (entry == null) {
      throw new IOException(
          file + ": no " + StoreBackup.CONTENTS + " (expected: a file of `lychgate backup`)");
    }
    StoreBackup.Contents contents;
    try (InputStream in = zip.getInputStream(entry)) {
      contents =
          JsonMapper.shared().readValue(in.readNBytes(MAX_CONTENTS), StoreBackup.Contents.class);
    } catch (JacksonException e) {
      throw new IOException(file + ": " + StoreBackup.CONTENTS + " cannot be read", e);
    }
    if (contents.format() != StoreBackup.FORMAT) {
      throw new IOException(file + ": format " + contents.format() + " (expected: "
          + StoreBackup.FORMAT + "; a newer version of Lychgate wrote it)");
    }
    if (contents.schema() > DatabaseOpener.SCHEMA) {
      throw new IOException(file + ": schema " + contents.schema() + " (expected: at most "
          + DatabaseOpener.SCHEMA + "; restore it with a version that has this schema)");
    }
    return contents;
  }

  private void verify() throws IOException {
    for (StoreBackup.Table table : contents.tables()) {
      MessageDigest digest = StoreBackup.sha256();
      try (InputStream in = new DigestInputStream(stream(table), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      } catch (ZipException e) {
        throw new IOException(file + ": " + table.name() + " is damaged", e);
      }
      String found = HexFormat.of().formatHex(digest.digest());
      if (!found.equals(table.sha256())) {
        throw new IOException(file + ": " + StoreBackup.entryOf(table.name()) + ": SHA-256 " + found
            + " (expected: " + table.sha256() + "; the file was changed)");
      }
    }
  }

  private InputStream stream(StoreBackup.Table table) throws IOException {
    ZipEntry entry = zip.getEntry(StoreBackup.entryOf(table.name()));
    if (entry == null) {
      throw new IOException(file + ": " + StoreBackup.entryOf(table.name()) + " is missing");
    }
    return zip.getInputStream(entry);
  }

  /**
   * Replaces the content of the store by that of the backup.
   *
   * @param mayReplace true to replace the data of a store that is not empty
   * @param by author of the entry in the audit trail
   * @throws StoreException if the store is not empty, or a gateway uses it
   * @throws IOException if a row cannot be stored; nothing has changed then
   */
  public void into(Store store, boolean mayReplace, Actor by) throws IOException {
    StoreUrl url = store.url();
    try (Connection connection = DatabaseOpener.connectAny(url)) {
      connection.setAutoCommit(false);
      try {
        List<String> tables = StoreTables.of(connection, url.kind());
        refuse(connection, tables, url, mayReplace);
        AppendOnly guard = new AppendOnly(connection, url.kind());
        guard.lift();
        Set<String> counters = counters(connection);
        empty(connection, tables);
        for (String table : tables) {
          for (StoreBackup.Table each : contents.tables()) {
            if (each.name().equals(table)) {
              insert(connection, url.kind(), each);
            }
          }
        }
        addCounters(connection, counters);
        if (url.kind() == StoreUrl.Kind.POSTGRESQL) {
          continueIdentities(connection, tables);
        }
        guard.putBack();
        connection.commit();
      } catch (SQLException | IOException | RuntimeException e) {
        connection.rollback();
        throw e;
      }
    } catch (SQLException e) {
      throw new StoreException(
          Database.kindOf(e), "store " + url.place() + ": " + Database.rootMessage(e), e);
    }
    store.restored(contents, by);
  }

  private void refuse(Connection connection, List<String> tables, StoreUrl url, boolean mayReplace)
      throws SQLException {
    List<String> unknown = contents.tables().stream()
        .filter(table -> table.rows() > 0 && !tables.contains(table.name()))
        .map(StoreBackup.Table::name)
        .toList();
    if (!unknown.isEmpty()) {
      throw refusal(url, "has no tables for " + unknown + " of the backup");
    }
    long now = System.currentTimeMillis();
    if (url.kind() == StoreUrl.Kind.POSTGRESQL
        && count(
                connection,
                "SELECT count(*) FROM node WHERE seen_at > CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) - 10000")
            > 0) {
      throw refusal(url, "a gateway was here less than 10 s ago (expected: all are stopped)");
    }
    if (mayReplace) {
      return;
    }
    for (String table : tables) {
      if (!SEEDED.contains(table)
          && !StoreBackup.TRANSIENT.contains(table)
          && count(connection, "SELECT count(*) FROM \"" + table + "\"") > 0) {
        throw refusal(
            url, "the table " + table + " has rows (expected: an empty store, or --force)");
      }
    }
    if (count(connection, "SELECT count(*) FROM audit WHERE at < " + (now - 60_000)) > 0) {
      throw refusal(url, "the table audit has rows (expected: an empty store, or --force)");
    }
  }

  private static StoreException refusal(StoreUrl url, String why) {
    return new StoreException(
        StoreException.Kind.UNUSABLE, "store " + url.place() + ": " + why, null);
  }

  private static long count(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  private void empty(Connection connection, List<String> tables) throws SQLException {
    Set<String> restored =
        Set.copyOf(contents.tables().stream().map(StoreBackup.Table::name).toList());
    List<String> backwards = new ArrayList<>(tables);
    Collections.reverse(backwards);
    try (Statement statement = connection.createStatement()) {
      for (String table : backwards) {
        // A counter that the backup does not know keeps its first row.
        if (restored.contains(table) || !SEEDED.contains(table)) {
          statement.execute("DELETE FROM \"" + table + "\"");
        }
      }
      if (restored.contains("audit") && !restored.contains("audit_chain")) {
        // A backup of a schema without the chain: the store links its entries anew.
        statement.execute("DELETE FROM audit_chain");
        statement.execute(
            "UPDATE audit_head SET position = 0, hash = '" + AuditChain.START + "' WHERE id = 1");
      }
    }
  }

  private static Set<String> counters(Connection connection) throws SQLException {
    Set<String> topics = new HashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT topic FROM change_counter")) {
      while (rows.next()) {
        topics.add(rows.getString(1));
      }
    }
    return topics;
  }

  /** Adds the counters that the schema of the backup did not have. Without its row, a counter never grows and no gateway sees a change. */
  private static void addCounters(Connection connection, Set<String> topics) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(
        "INSERT INTO change_counter (topic, last) VALUES (?, 0) ON CONFLICT (topic) DO NOTHING")) {
      for (String topic : topics) {
        insert.setString(1, topic);
        insert.executeUpdate();
      }
    }
  }

  private void insert(Connection connection, StoreUrl.Kind kind, StoreBackup.Table table)
      throws SQLException, IOException {
    Map<String, Integer> types = types(connection, table.name());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream(table), StandardCharsets.UTF_8))) {
      List<String> columns = List.of();
      PreparedStatement insert = null;
      long number = 0;
      try {
        for (String line = next(lines, table); line != null; line = next(lines, table)) {
          number++;
          JsonNode row = JsonMapper.shared().readTree(line);
          List<String> names = List.copyOf(row.propertyNames());
          if (insert == null || !names.equals(columns)) {
            if (insert != null) {
              insert.executeBatch();
              insert.close();
            }
            columns = names;
            insert = connection.prepareStatement(statement(kind, table, names, types, number));
          }
          bind(insert, row, names, types);
          insert.addBatch();
          if (number % ROWS_AT_ONCE == 0) {
            insert.executeBatch();
          }
        }
        if (insert != null) {
          insert.executeBatch();
        }
      } catch (JacksonException | IllegalArgumentException e) {
        throw new IOException(place(table, number) + ": not a row (" + e.getMessage() + ")", e);
      } finally {
        if (insert != null) {
          insert.close();
        }
      }
      if (number != table.rows()) {
        throw new IOException(file + ": " + StoreBackup.entryOf(table.name()) + ": " + number
            + " rows (expected: " + table.rows() + ")");
      }
    }
  }

  private String place(StoreBackup.Table table, long line) {
    return file + ": " + StoreBackup.entryOf(table.name()) + ":" + line;
  }

  private @Nullable String next(BufferedReader lines, StoreBackup.Table table) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = lines.read(); c != '\n'; c = lines.read()) {
      if (c < 0) {
        return line.isEmpty() ? null : line.toString();
      }
      if (line.length() >= MAX_LINE) {
        throw new IOException(file + ": " + StoreBackup.entryOf(table.name())
            + ": a row of more than " + MAX_LINE + " characters");
      }
      line.append((char) c);
    }
    return line.toString();
  }

  private String statement(
      StoreUrl.Kind kind,
      StoreBackup.Table table,
      List<String> names,
      Map<String, Integer> types,
      long line)
      throws IOException {
    for (String name : names) {
      if (!types.containsKey(name)) {
        throw new IOException(
            place(table, line) + ": column " + name + " (expected: one of " + types.keySet() + ")");
      }
    }
    // The names are columns of this table, so they need no quoting beyond the quotes.
    return "INSERT INTO \"" + table.name() + "\" (\"" + String.join("\", \"", names) + "\")"
        + (kind == StoreUrl.Kind.POSTGRESQL ? " OVERRIDING SYSTEM VALUE" : "")
        + " VALUES (" + String.join(", ", Collections.nCopies(names.size(), "?")) + ")";
  }

  private static Map<String, Integer> types(Connection connection, String table)
      throws SQLException {
    Map<String, Integer> types = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet none = statement.executeQuery("SELECT * FROM \"" + table + "\" WHERE 1 = 0")) {
      ResultSetMetaData columns = none.getMetaData();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        types.put(columns.getColumnName(i), columns.getColumnType(i));
      }
    }
    return types;
  }

  private static void bind(
      PreparedStatement insert, JsonNode row, List<String> names, Map<String, Integer> types)
      throws SQLException {
    for (int i = 0; i < names.size(); i++) {
      JsonNode value = row.get(names.get(i));
      int type = types.getOrDefault(names.get(i), Types.VARCHAR);
      if (value == null || value.isNull()) {
        insert.setNull(i + 1, type);
      } else if (value.isObject()) {
        insert.setBytes(i + 1, Base64.getDecoder().decode(value.path("base64").asString("")));
      } else if (type == Types.BOOLEAN || type == Types.BIT) {
        insert.setBoolean(i + 1, value.isBoolean() ? value.booleanValue() : value.asLong(0) != 0);
      } else if (value.isBoolean()) {
        insert.setLong(i + 1, value.booleanValue() ? 1 : 0);
      } else if (value.isIntegralNumber()) {
        insert.setLong(i + 1, value.longValue());
      } else if (value.isNumber()) {
        insert.setDouble(i + 1, value.doubleValue());
      } else {
        insert.setString(i + 1, value.asString(""));
      }
    }
  }

  /** Makes the database give ids after the restored ones. */
  private static void continueIdentities(Connection connection, List<String> tables)
      throws SQLException {
    for (String table : tables) {
      List<String> columns = new ArrayList<>();
      try (PreparedStatement query = connection.prepareStatement(
          "SELECT column_name FROM information_schema.columns"
              + " WHERE table_schema = current_schema() AND table_name = ? AND is_identity = 'YES'")) {
        query.setString(1, table);
        try (ResultSet rows = query.executeQuery()) {
          while (rows.next()) {
            columns.add(rows.getString(1));
          }
        }
      }
      for (String column : columns) {
        try (Statement statement = connection.createStatement()) {
          statement.execute("SELECT setval(pg_get_serial_sequence('\"" + table + "\"', '" + column
              + "'), greatest(coalesce(max(\"" + column + "\"), 0), 1), coalesce(max(\"" + column
              + "\"), 0) > 0) FROM \"" + table + "\"");
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }

  /** The triggers that make tables append-only, which a replacement of all rows must lift until its end. */
  private static final class AppendOnly {
    private static final List<String> TABLES = List.of("audit", "audit_chain", "audit_checkpoint");

    private final Connection connection;
    private final StoreUrl.Kind kind;
    private final List<String> lifted = new ArrayList<>();

    AppendOnly(Connection connection, StoreUrl.Kind kind) {
      this.connection = connection;
      this.kind = kind;
    }

    void lift() throws SQLException {
      try (Statement statement = connection.createStatement()) {
        if (kind == StoreUrl.Kind.POSTGRESQL) {
          for (String table : TABLES) {
            statement.execute("ALTER TABLE " + table + " DISABLE TRIGGER USER");
          }
          return;
        }
        List<String> names = new ArrayList<>();
        try (ResultSet rows =
            statement.executeQuery("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")) {
          while (rows.next()) {
            names.add(rows.getString(1));
            lifted.add(rows.getString(2));
          }
        }
        for (String name : names) {
          statement.execute("DROP TRIGGER \"" + name + "\"");
        }
      }
    }

    void putBack() throws SQLException {
      try (Statement statement = connection.createStatement()) {
        for (String table : kind == StoreUrl.Kind.POSTGRESQL ? TABLES : List.<String>of()) {
          statement.execute("ALTER TABLE " + table + " ENABLE TRIGGER USER");
        }
        for (String trigger : lifted) {
          statement.execute(trigger);
        }
      }
    }
  }
}
