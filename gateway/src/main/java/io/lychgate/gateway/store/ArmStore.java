package io.lychgate.gateway.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.SqlStatement;

/** The counters of the arms of experiments, and the units that were in them. */
public final class ArmStore {
  /** The columns of counters. */
  public static final List<String> COLUMNS = List.of(
      "views",
      "connections",
      "handshakes",
      "cpu_nanos",
      "requests",
      "errors_5xx",
      "bytes",
      "wasted",
      "failed",
      "truncated",
      "aborted",
      "got_h1",
      "got_h2",
      "got_h3");

  private static final byte[] EMPTY = {};
  private static final String KEY =
      " WHERE experiment = :experiment AND arm = :arm AND start = :start AND node = :node";

  private final Database database;

  ArmStore(Database database) {
    this.database = database;
  }

  /** The units of an arm as one node has seen them. */
  @SuppressWarnings("ArrayRecordComponent") // A value on its way; no caller compares or keeps one.
  public record Units(String arm, String node, byte[] code) {}

  /** New units of an arm: a function that adds them to what the store has. */
  public record MoreUnits(String experiment, String arm, UnaryOperator<byte[]> addition) {}

  /**
   * Adds counts to their periods, and units to their arms, in one transaction. Those of an experiment that was deleted are dropped.
   *
   * @param buckets number of buckets of the distribution
   */
  public void add(String node, List<ArmRow> rows, List<MoreUnits> units, int buckets) {
    database.writeMany(handle -> {
      for (MoreUnits more : units) {
        if (exists(handle, more.experiment())) {
          addUnits(handle, node, more);
        }
      }
      for (ArmRow row : rows) {
        if (exists(handle, row.experiment())) {
          add(handle, row, buckets);
        }
      }
      return rows.size();
    });
  }

  private static boolean exists(Handle handle, String experiment) {
    return handle
        .select("SELECT 1 FROM experiment WHERE id = :id")
        .bind("id", experiment)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  private static void add(Handle handle, ArmRow row, int buckets) {
    Optional<ArmRow> before = key(handle.select("SELECT * FROM arm_rollup" + KEY), row)
        .map((found, context) -> row(found))
        .findOne();
    long[] counts = row.counts().clone();
    byte[] firstBytes = row.firstBytes();
    if (before.isPresent()) {
      Arrays.setAll(counts, i -> counts[i] + before.get().counts()[i]);
      firstBytes = SpreadCode.merge(before.get().firstBytes(), firstBytes, buckets);
    }
    String names = String.join(", ", COLUMNS);
    String values = COLUMNS.stream().map(name -> ":" + name).collect(Collectors.joining(", "));
    String sets = Stream.concat(COLUMNS.stream(), Stream.of("assigned_units", "first_byte"))
        .map(name -> name + " = :" + name)
        .collect(Collectors.joining(", "));
    var update = key(
            handle.createUpdate(
                "INSERT INTO arm_rollup (experiment, arm, start, node, assigned_units, first_byte, "
                    + names + ") VALUES (:experiment, :arm, :start, :node, :assigned_units,"
                    + " :first_byte, " + values
                    + ") ON CONFLICT (experiment, arm, start, node) DO UPDATE SET " + sets),
            row)
        .bind("assigned_units", row.units())
        .bind("first_byte", firstBytes);
    for (int i = 0; i < counts.length; i++) {
      update.bind(COLUMNS.get(i), counts[i]);
    }
    update.execute();
  }

  private static <S extends SqlStatement<S>> S key(S statement, ArmRow row) {
    return statement
        .bind("experiment", row.experiment())
        .bind("arm", row.arm())
        .bind("start", row.start())
        .bind("node", row.node());
  }

  private static void addUnits(Handle handle, String node, MoreUnits more) {
    byte[] before = handle
        .select("SELECT units FROM arm_units"
            + " WHERE experiment = :experiment AND arm = :arm AND node = :node")
        .bind("experiment", more.experiment())
        .bind("arm", more.arm())
        .bind("node", node)
        .mapTo(byte[].class)
        .findOne()
        .orElse(EMPTY);
    handle
        .createUpdate("INSERT INTO arm_units (experiment, arm, node, units)"
            + " VALUES (:experiment, :arm, :node, :units)"
            + " ON CONFLICT (experiment, arm, node) DO UPDATE SET units = :units")
        .bind("experiment", more.experiment())
        .bind("arm", more.arm())
        .bind("node", node)
        .bind("units", more.addition().apply(before))
        .execute();
  }

  /** Returns the units of all arms of an experiment. */
  public List<Units> units(String experiment) {
    return database.readMany(handle -> handle
        .select("SELECT * FROM arm_units WHERE experiment = :id ORDER BY arm, node")
        .bind("id", experiment)
        .map((row, context) ->
            new Units(row.getString("arm"), row.getString("node"), row.getBytes("units")))
        .list());
  }

  /**
   * Passes on the rows of an experiment in the order of their time.
   *
   * @param from milliseconds since 1970, inclusive
   */
  public void forEach(String experiment, long from, Consumer<ArmRow> consumer) {
    database.readMany(handle -> {
      ResultIterable<ArmRow> rows = handle
          .select("SELECT * FROM arm_rollup WHERE experiment = :id AND start >= :from"
              + " ORDER BY start, arm, node")
          .bind("id", experiment)
          .bind("from", from)
          .map((row, context) -> row(row));
      rows.forEach(consumer);
      return true;
    });
  }

  /**
   * Passes on the sampled page views of an experiment in the order of their time, each with its arm and unit. There are none in a store
   * without samples.
   *
   * @return the names of the columns
   */
  public List<String> views(
      String experiment, int offset, int limit, Consumer<List<String>> consumer) {
    return database.readMany(handle -> {
      List<String> columns = new ArrayList<>();
      try {
        if (!hasSamples(handle.getConnection())) {
          return List.of("arm", "unit", "outcome", "load");
        }
        try (PreparedStatement select = handle
            .getConnection()
            .prepareStatement("SELECT a.arm, a.unit, s.* FROM view_arm a"
                + " JOIN view_sample s ON s.id = a.view WHERE a.experiment = ?"
                + " ORDER BY s.at, s.id LIMIT ? OFFSET ?")) {
          select.setString(1, experiment);
          select.setInt(2, limit);
          select.setInt(3, offset);
          try (ResultSet rows = select.executeQuery()) {
            ResultSetMetaData about = rows.getMetaData();
            for (int i = 1; i <= about.getColumnCount(); i++) {
              columns.add(about.getColumnLabel(i));
            }
            while (rows.next()) {
              consumer.accept(texts(rows, columns.size()));
            }
          }
        }
      } catch (SQLException e) {
        throw new ViewsNotReadException(e);
      }
      return columns;
    });
  }

  private static boolean hasSamples(Connection connection) throws SQLException {
    try (ResultSet tables = connection.getMetaData().getTables(null, null, "view_arm", null)) {
      return tables.next();
    }
  }

  private static List<String> texts(ResultSet row, int columns) throws SQLException {
    List<String> cells = new ArrayList<>(columns);
    for (int i = 1; i <= columns; i++) {
      String cell = row.getString(i);
      cells.add(cell == null ? "" : cell);
    }
    return cells;
  }

  /** A failure of the database, as the others of this package report it. */
  private static final class ViewsNotReadException extends JdbiException {
    ViewsNotReadException(SQLException cause) {
      super("views of an experiment: " + cause.getMessage(), cause);
    }
  }

  private static ArmRow row(ResultSet row) throws SQLException {
    long[] counts = new long[COLUMNS.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = row.getLong(COLUMNS.get(i));
    }
    return new ArmRow(
        row.getString("experiment"),
        row.getString("arm"),
        row.getLong("start"),
        row.getString("node"),
        row.getLong("assigned_units"),
        counts,
        row.getBytes("first_byte"));
  }
}
