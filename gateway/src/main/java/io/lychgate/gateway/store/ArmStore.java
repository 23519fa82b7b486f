package io.lychgate.gateway.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
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
      "got_h3",
      "h1_equivalent");

  private static final byte[] EMPTY = {};

  /** Milliseconds for which counts of networks are kept. */
  private static final long COUNTS_KEPT = 24L * 60 * 60 * 1000;

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

  /** New counts of the networks of an arm in the hour from {@code start} on: a function that adds them to what the store has. */
  public record MoreCounts(
      String experiment, String arm, long start, UnaryOperator<byte[]> addition) {}

  /**
   * Adds counts to their periods, and units to their arms, in one transaction. Those of an experiment that was deleted are dropped.
   *
   * @param buckets number of buckets of the distribution
   */
  public void add(
      String node, List<ArmRow> rows, List<MoreUnits> units, List<MoreCounts> counts, int buckets) {
    database.writeMany(handle -> {
      for (MoreCounts more : counts) {
        if (exists(handle, more.experiment())) {
          addCounts(handle, node, more);
        }
      }
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

  private static void addCounts(Handle handle, String node, MoreCounts more) {
    byte[] before = handle
        .select("SELECT units FROM arm_unit_count" + KEY)
        .bind("experiment", more.experiment())
        .bind("arm", more.arm())
        .bind("start", more.start())
        .bind("node", node)
        .mapTo(byte[].class)
        .findOne()
        .orElse(EMPTY);
    handle
        .createUpdate("INSERT INTO arm_unit_count (experiment, arm, start, node, units)"
            + " VALUES (:experiment, :arm, :start, :node, :units)"
            + " ON CONFLICT (experiment, arm, start, node) DO UPDATE SET units = :units")
        .bind("experiment", more.experiment())
        .bind("arm", more.arm())
        .bind("start", more.start())
        .bind("node", node)
        .bind("units", more.addition().apply(before))
        .execute();
    handle
        .createUpdate("DELETE FROM arm_unit_count"
            + " WHERE experiment = :experiment AND arm = :arm AND start < :before")
        .bind("experiment", more.experiment())
        .bind("arm", more.arm())
        .bind("before", more.start() - COUNTS_KEPT)
        .execute();
  }

  /**
   * Passes on the counts of the networks of all arms of an experiment.
   *
   * @param from milliseconds since 1970, inclusive
   */
  public void forEachCounts(String experiment, long from, BiConsumer<String, byte[]> consumer) {
    database.readMany(handle -> {
      handle
          .select("SELECT arm, units FROM arm_unit_count"
              + " WHERE experiment = :id AND start >= :from ORDER BY arm, start, node")
          .bind("id", experiment)
          .bind("from", from)
          .map((row, context) -> {
            consumer.accept(row.getString("arm"), row.getBytes("units"));
            return true;
          })
          .list();
      return true;
    });
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
