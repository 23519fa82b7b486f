package io.lychgate.gateway.store;

import io.lychgate.gateway.store.StoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Detects faults of a SQLite file without writing to it or beside it. A damaged file may be all that is left, and opening it as
 * usual would write its log back into it.
 *
 * <p>A file without a log is opened as {@code immutable}. A file with a log is copied with it, and the copy is opened: without its
 * log an intact file may look damaged.
 */
final class SqliteProbe {
  /**
   * Above this size a check of every page, or a copy, would delay the start noticeably. Only the pages of the small tables are then
   * checked: most of a large file are counters by period or old revisions.
   */
  private static final long CHECKED_BYTES = 64L << 20;

  /** Less free space counts as a full disk: SQLite needs some pages for its log. */
  private static final long LEAST_SPACE = 256L << 10;

  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER = 100;
  private static final int PAGE_SIZE_AT = 16;
  private static final int CHANGES_AT = 24;
  private static final int PAGES_AT = 28;
  private static final int VALID_FOR_AT = 92;
  private static final int LARGEST_PAGE = 65_536;

  /** Files that SQLite creates beside its database: the log, its index, the journal of other modes. */
  static final List<String> SIDE_FILES = List.of("-wal", "-shm", "-journal");

  private final StoreUrl url;
  private final Path file;
  private final boolean wasUsed;

  /** @param wasUsed true if a store was here before, so an empty file has lost its content */
  SqliteProbe(StoreUrl url, boolean wasUsed) {
    this.url = url;
    this.file = Objects.requireNonNull(url.file(), "no file");
    this.wasUsed = wasUsed;
  }

  /** Returns the reason for which the file must not or cannot be used as a store; null if it can. */
  @Nullable
  StoreException fault() {
    try {
      StoreException fault = place();
      return fault != null || !Files.exists(file) || Files.size(file) == 0 ? fault : content();
    } catch (IOException | UncheckedIOException e) {
      return unusable("cannot be read (" + e + ")", "Check its owner and rights.", e);
    }
  }

  /** Checks that the file can be written, and that it is a regular file. */
  private @Nullable StoreException place() throws IOException {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "no folder");
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return unusable(
          "not a file" + (Files.isDirectory(file) ? " but a directory" : ""),
          "Move it away, or change store.url.",
          null);
    }
    if (Files.exists(file)) {
      if (!Files.isReadable(file)) {
        return unusable("cannot be read", "Check its owner and rights.", null);
      }
      StoreException damaged = Files.size(file) == 0 && (wasUsed || hasLog()) ? empty() : null;
      if (damaged != null) {
        return damaged;
      }
      if (!Files.isWritable(file)) {
        return readOnly("read-only", "Make it writable; it is used as soon as it is.");
      }
    }
    Path present = folder;
    while (present != null && !Files.exists(present)) {
      present = present.getParent();
    }
    if (present != null && !Files.isWritable(present)) {
      return readOnly(
          "its directory is read-only", "Make " + present + " writable, or change store.url.");
    }
    return present == null ? null : space(present);
  }

  private @Nullable StoreException space(Path folder) throws IOException {
    FileStore disk = Files.getFileStore(folder);
    return disk.getTotalSpace() > 0 && disk.getUsableSpace() < LEAST_SPACE
        ? readOnly("its disk is full", "Make room; it is used as soon as there is some.")
        : null;
  }

  private @Nullable StoreException content() throws IOException {
    SqliteLibrary.provide();
    // A concurrent writer, such as another gateway, invalidates any finding.
    List<String> before = state();
    StoreException fault = header();
    if (fault == null) {
      fault = database();
    }
    return fault != null && before.equals(state()) ? fault : null;
  }

  private @Nullable StoreException header() throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEADER);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (head.hasRemaining() && channel.read(head) >= 0) {
        // Reads until the buffer is full or the file ends.
      }
      if (head.hasRemaining() || !Arrays.equals(MAGIC, 0, 16, head.array(), 0, 16)) {
        return damaged("no header of SQLite");
      }
      int size = Short.toUnsignedInt(head.getShort(PAGE_SIZE_AT));
      long wanted =
          Integer.toUnsignedLong(head.getInt(PAGES_AT)) * (size == 1 ? LARGEST_PAGE : size);
      boolean isSizeValid = head.getInt(CHANGES_AT) == head.getInt(VALID_FOR_AT);
      return isSizeValid && !hasLog() && channel.size() < wanted
          ? damaged("cut off: " + channel.size() + " of " + wanted + " bytes")
          : null;
    }
  }

  private @Nullable StoreException database() throws IOException {
    if (!hasLog()) {
      return query(immutable(file));
    }
    if (bytes() > CHECKED_BYTES) {
      return null;
    }
    SqliteCopy copied;
    try {
      copied = SqliteCopy.of(file);
    } catch (IOException e) {
      // No room for a copy: the file is not checked.
      return null;
    }
    try (SqliteCopy copy = copied) {
      return query("jdbc:sqlite:" + copy.file());
    }
  }

  private @Nullable StoreException query(String jdbc) throws IOException {
    try (Connection connection = DriverManager.getConnection(jdbc, new Properties());
        Statement statement = connection.createStatement()) {
      for (String table : bytes() <= CHECKED_BYTES ? List.of("1") : checkedTables(statement)) {
        try (ResultSet rows = statement.executeQuery("PRAGMA quick_check(" + table + ")")) {
          if (rows.next() && !"ok".equals(rows.getString(1))) {
            return damaged(inOneLine(rows.getString(1)));
          }
        }
      }
      StoreSchema schema = StoreSchema.read(connection, StoreUrl.Kind.SQLITE);
      if (schema != null && !schema.isUsable()) {
        return DatabaseOpener.newer(url, schema);
      }
      return schema == null ? foreign(statement) : null;
    } catch (SQLException e) {
      return damaged(Database.rootMessage(e));
    }
  }

  /** Returns the quoted names of the tables that do not grow with time. */
  private static List<String> checkedTables(Statement statement) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery("SELECT name FROM sqlite_master"
        + " WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT IN"
        + " ('rollup', 'revision', 'audit', 'history_event', 'history_report')")) {
      while (rows.next()) {
        tables.add('"' + rows.getString(1).replace("\"", "\"\"") + '"');
      }
    }
    return tables;
  }

  private @Nullable StoreException foreign(Statement statement) throws SQLException {
    try (ResultSet tables =
        statement.executeQuery("SELECT count(*) FROM sqlite_master WHERE type = 'table'")) {
      return tables.next() && tables.getInt(1) > 0
          ? unusable(
              "a database of another program",
              "Use an empty database, or one that Lychgate made.",
              null)
          : null;
    }
  }

  /** Returns the URL of a reader that writes nothing, not even the index of a log. */
  static String immutable(Path file) {
    return "jdbc:sqlite:file:" + file.toUri().getRawPath() + "?mode=ro&immutable=1";
  }

  private boolean hasLog() throws IOException {
    for (String side : List.of("-wal", "-journal")) {
      Path log = Path.of(file + side);
      if (Files.exists(log) && Files.size(log) > 0) {
        return true;
      }
    }
    return false;
  }

  private long bytes() throws IOException {
    long bytes = 0;
    for (String side : List.of("", "-wal", "-journal")) {
      Path part = Path.of(file + side);
      bytes += Files.exists(part) ? Files.size(part) : 0;
    }
    return bytes;
  }

  private List<String> state() throws IOException {
    List<String> state = new ArrayList<>();
    for (String side : List.of("", "-wal", "-journal")) {
      Path part = Path.of(file + side);
      state.add(
          Files.exists(part) ? Files.size(part) + " " + Files.getLastModifiedTime(part) : "none");
    }
    return state;
  }

  private StoreException empty() {
    return damaged("empty, although a store was here");
  }

  /** Returns a finding of SQLite, which may have several lines, without the heading of its database. */
  private static String inOneLine(String finding) {
    return finding
        .lines()
        .filter(line -> !line.startsWith("***"))
        .collect(Collectors.joining("; "));
  }

  private StoreException damaged(String finding) {
    return DatabaseOpener.damaged(url, finding, null);
  }

  private StoreException readOnly(String finding, String cure) {
    return new StoreException(
        Kind.READ_ONLY, "store " + url.place() + ": " + finding + ". " + cure, null);
  }

  private StoreException unusable(String finding, String cure, @Nullable Throwable cause) {
    return new StoreException(
        Kind.UNUSABLE, "store " + url.place() + ": " + finding + ". " + cure, cause);
  }
}
