package io.lychgate.gateway.store;

import io.lychgate.gateway.store.StoreException.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;

/**
 * Counters by minute, quarter of an hour, hour and day. A write adds minutes to the sums of all four widths, and deletes periods
 * that are too old, in one transaction.
 */
public final class HistoryStore {
  /** A process that wrote nothing for this long does not repeat a write. */
  private static final Duration WRITER_FORGOTTEN = Duration.ofDays(2);

  /**
   * Periods of a part that one write deletes at most. More than one period passes between two writes only after a pause or a step
   * of the clock. A clock that is wrong for a short time therefore deletes little, and no transaction is long.
   */
  private static final int DELETED_AT_ONCE = 10;

  /** Counters up to which a question with distributions reads each row once. More are summed by the database. */
  private static final int COUNTERS_OF_ONE_PASS = 12;

  private static final String NAMES = "WITH RECURSIVE names (name) AS ("
      + "SELECT min(name) FROM rollup WHERE width = :width AND scope = :scope UNION ALL"
      + " SELECT (SELECT min(r.name) FROM rollup r WHERE r.width = :width AND r.scope = :scope"
      + " AND r.name > names.name) FROM names WHERE names.name IS NOT NULL)"
      + " SELECT name FROM names WHERE name IS NOT NULL";

  private static final String STEP = "start - start % :step";

  private static final String RANGE = " FROM rollup WHERE width = :width AND scope = :scope"
      + " AND name IN (<names>) AND start >= :from AND start < :to";

  private final Database database;

  /** Period of the last deletion, by width. Guarded by the lock of the writer. */
  private final Map<RollupWidth, Long> trimmedIn = new EnumMap<>(RollupWidth.class);

  HistoryStore(Database database) {
    this.database = database;
  }

  /**
   * Adds these minutes, all or none. Skips those that this process has written before.
   *
   * @param instance the process, by an id that no other process has
   */
  public void write(
      RollupColumns columns, String node, String instance, List<RollupMinute> minutes) {
    guarded(() -> database.writeMany(handle -> {
      List<RollupMinute> fresh = unwritten(handle, node, instance, minutes);
      for (RollupWidth width : RollupWidth.values()) {
        sums(fresh, width, columns.buckets())
            .forEach((start, rows) -> add(handle, columns, new Place(width, start, node), rows));
      }
      trim(handle);
      return fresh.size();
    }));
  }

  private record Place(RollupWidth width, long start, String node) {}

  private record Group(long start, String name, String protocol) {}

  /** Claims the sequence numbers of these minutes, and returns the minutes that have new ones. Locks the row of the node. */
  private List<RollupMinute> unwritten(
      Handle handle, String node, String instance, List<RollupMinute> minutes) {
    handle
        .createUpdate("INSERT INTO rollup_writer (node, instance, sequence, at)"
            + " VALUES (:node, :instance, -1, " + database.now() + ")"
            + " ON CONFLICT (node) DO UPDATE SET at = excluded.at")
        .bind("node", node)
        .bind("instance", instance)
        .execute();
    long last = handle
        .select("SELECT sequence FROM rollup_writer WHERE node = :node AND instance = :instance")
        .bind("node", node)
        .bind("instance", instance)
        .mapTo(Long.class)
        .findOne()
        .orElse(-1L);
    List<RollupMinute> fresh =
        minutes.stream().filter(minute -> minute.sequence() > last).toList();
    handle
        .createUpdate("UPDATE rollup_writer SET instance = :instance, sequence = :sequence"
            + " WHERE node = :node")
        .bind("node", node)
        .bind("instance", instance)
        .bind("sequence", fresh.stream().mapToLong(RollupMinute::sequence).max().orElse(last))
        .execute();
    return fresh;
  }

  private static Map<Long, Map<RollupRow.Key, RollupRow>> sums(
      List<RollupMinute> minutes, RollupWidth width, int buckets) {
    Map<Long, Map<RollupRow.Key, RollupRow>> sums = new LinkedHashMap<>();
    for (RollupMinute minute : minutes) {
      Map<RollupRow.Key, RollupRow> period = sums.computeIfAbsent(
          width.startOf(minute.start().toEpochMilli()), start -> new LinkedHashMap<>());
      minute.rows().forEach(row -> period.merge(row.key(), row, (a, b) -> a.plus(b, buckets)));
    }
    return sums;
  }

  /** Adds rows to those of the period. The database adds counters; distributions are read, merged and replaced. */
  private static void add(
      Handle handle, RollupColumns columns, Place place, Map<RollupRow.Key, RollupRow> rows) {
    Map<RollupRow.Key, List<byte[]>> present = spreads(handle, columns, place, rows.keySet());
    try (PreparedBatch batch = handle.prepareBatch(insert(columns))) {
      for (RollupRow row : rows.values()) {
        List<byte[]> old = present.get(row.key());
        List<byte[]> spreads = old == null ? row.spreads() : row.merged(old, columns.buckets());
        int at = 0;
        batch.bind(at++, place.width().seconds());
        batch.bind(at++, row.key().scope());
        batch.bind(at++, row.key().name());
        batch.bind(at++, place.start());
        batch.bind(at++, place.node());
        batch.bind(at++, row.key().protocol());
        for (long counter : row.counters()) {
          batch.bind(at++, counter);
        }
        for (byte[] spread : spreads) {
          batch.bind(at++, spread);
        }
        batch.add();
      }
      batch.execute();
    }
  }

  private static String insert(RollupColumns columns) {
    List<String> all = new ArrayList<>(columns.counters());
    all.addAll(columns.spreads());
    List<String> changes = new ArrayList<>();
    columns.counters().forEach(c -> changes.add(c + " = rollup." + c + " + excluded." + c));
    columns.spreads().forEach(c -> changes.add(c + " = excluded." + c));
    return "INSERT INTO rollup (width, scope, name, start, node, protocol, "
        + String.join(", ", all)
        + ") VALUES (?, ?, ?, ?, ?, ?" + ", ?".repeat(all.size())
        + ") ON CONFLICT (width, scope, name, start, node, protocol) DO UPDATE SET "
        + String.join(", ", changes);
  }

  private static Map<RollupRow.Key, List<byte[]>> spreads(
      Handle handle, RollupColumns columns, Place place, Collection<RollupRow.Key> keys) {
    Map<RollupRow.Key, List<byte[]>> found = new HashMap<>();
    if (columns.spreads().isEmpty()) {
      return found;
    }
    Map<String, List<String>> names = keys.stream()
        .collect(Collectors.groupingBy(
            RollupRow.Key::scope,
            Collectors.mapping(
                RollupRow.Key::name,
                Collectors.collectingAndThen(
                    Collectors.toCollection(TreeSet::new), List::copyOf))));
    names.forEach((scope, ofScope) -> handle
        .select("SELECT name, protocol, " + String.join(", ", columns.spreads())
            + " FROM rollup WHERE width = :width AND scope = :scope AND name IN (<names>)"
            + " AND start = :start AND node = :node")
        .bind("width", place.width().seconds())
        .bind("scope", scope)
        .bindList("names", ofScope)
        .bind("start", place.start())
        .bind("node", place.node())
        .map((row, context) -> found.put(
            new RollupRow.Key(scope, row.getString("name"), row.getString("protocol")),
            codes(row, columns)))
        .list());
    return found;
  }

  private static List<byte[]> codes(ResultSet row, RollupColumns columns) throws SQLException {
    List<byte[]> codes = new ArrayList<>();
    for (int i = 0; i < columns.spreads().size(); i++) {
      codes.add(bytes(row, 3 + i));
    }
    return codes;
  }

  private static byte[] bytes(ResultSet row, int column) throws SQLException {
    // The driver of SQLite returns null for a value of no bytes.
    byte[] code = row.getBytes(column);
    return code == null ? new byte[0] : code;
  }

  /** Deletes old periods, at most once in each period of their width. */
  private void trim(Handle handle) {
    long now = handle.select("SELECT " + database.now()).mapTo(Long.class).one();
    for (RollupWidth width : RollupWidth.values()) {
      long period = width.startOf(now);
      Long before = trimmedIn.put(width, period);
      if (before == null || before != period) {
        trim(handle, width, now - width.kept().toMillis());
      }
    }
    handle
        .createUpdate("DELETE FROM rollup_writer WHERE at < :limit")
        .bind("limit", now - WRITER_FORGOTTEN.toMillis())
        .execute();
  }

  private void trim(Handle handle, RollupWidth width, long limit) {
    for (String scope : scopes(handle, width)) {
      for (String name : names(handle, width, scope)) {
        Optional<Long> oldest = handle
            .select("SELECT min(start) FROM rollup WHERE width = :width AND scope = :scope"
                + " AND name = :name")
            .bind("width", width.seconds())
            .bind("scope", scope)
            .bind("name", name)
            .mapTo(Long.class)
            .findOne();
        if (oldest.isPresent() && oldest.get() < limit) {
          handle
              .createUpdate("DELETE FROM rollup WHERE width = :width AND scope = :scope"
                  + " AND name = :name AND start < :limit")
              .bind("width", width.seconds())
              .bind("scope", scope)
              .bind("name", name)
              .bind(
                  "limit",
                  Math.min(
                      limit, oldest.get() + DELETED_AT_ONCE * width.length().toMillis()))
              .execute();
        }
      }
    }
  }

  private static List<String> scopes(Handle handle, RollupWidth width) {
    List<String> scopes = new ArrayList<>();
    Optional<String> scope = Optional.of("");
    while (scope.isPresent()) {
      scope = handle
          .select("SELECT min(scope) FROM rollup WHERE width = :width AND scope > :scope")
          .bind("width", width.seconds())
          .bind("scope", scope.get())
          .mapTo(String.class)
          .findOne();
      scope.ifPresent(scopes::add);
    }
    return scopes;
  }

  private static List<String> names(Handle handle, RollupWidth width, String scope) {
    return handle
        .select(NAMES)
        .bind("width", width.seconds())
        .bind("scope", scope)
        .mapTo(String.class)
        .list();
  }

  /** Returns the names that the periods of this width have, in order. */
  public List<String> names(RollupWidth width, String scope) {
    return database.readMany(handle -> names(handle, width, scope));
  }

  /** Returns the sums by step, name and protocol, ordered by time. A step without rows is absent. */
  public List<RollupSum> sums(RollupQuery query, RollupColumns columns) {
    return guarded(() -> database.readMany(handle -> {
      List<String> names = query.name() == null
          ? names(handle, query.width(), query.scope())
          : List.of(query.name());
      if (names.isEmpty()) {
        return List.of();
      }
      if (!columns.spreads().isEmpty() && columns.counters().size() <= COUNTERS_OF_ONE_PASS) {
        return sumsOfOnePass(handle, query, columns, names);
      }
      Map<Group, List<long[]>> spreads = mergedSpreads(handle, query, columns, names);
      return bind(handle.select(sumsOf(query, columns)), query, names)
          .map((row, context) -> {
            Group place = place(row);
            long[] counters = new long[columns.counters().size()];
            for (int i = 0; i < counters.length; i++) {
              counters[i] = row.getLong(4 + i);
            }
            return new RollupSum(
                Instant.ofEpochMilli(place.start()),
                new RollupRow.Key(query.scope(), place.name(), place.protocol()),
                counters,
                spreads.getOrDefault(place, List.of()));
          })
          .list();
    }));
  }

  private static String sumsOf(RollupQuery query, RollupColumns columns) {
    String sums = columns.counters().stream()
        .map(c -> ", CAST(sum(" + c + ") AS BIGINT) AS " + c)
        .collect(Collectors.joining());
    return "SELECT " + STEP + " AS step_start, name, protocol" + sums + RANGE + nodeIs(query)
        + " GROUP BY 1, 2, 3 ORDER BY 1, 2, 3";
  }

  /** Returns how the database would find the rows of these sums. */
  List<String> plan(RollupQuery query, RollupColumns columns) {
    String explain = database.isShared() ? "EXPLAIN " : "EXPLAIN QUERY PLAN ";
    int text = database.isShared() ? 1 : 4;
    return database.readMany(handle -> bind(
            handle.select(explain + sumsOf(query, columns)),
            query,
            query.name() == null
                ? names(handle, query.width(), query.scope())
                : List.of(query.name()))
        .map((row, context) -> row.getString(text))
        .list());
  }

  /** Returns the number of rows that these sums read. */
  long rows(RollupQuery query) {
    return database.readMany(handle -> bind(
            handle.select("SELECT count(*), :step" + RANGE + nodeIs(query)),
            query,
            query.name() == null
                ? names(handle, query.width(), query.scope())
                : List.of(query.name()))
        .map((row, context) -> row.getLong(1))
        .one());
  }

  private static String nodeIs(RollupQuery query) {
    return query.node() == null ? "" : " AND node = :node";
  }

  private static Query bind(Query select, RollupQuery query, List<String> names) {
    select
        .bind("width", query.width().seconds())
        .bind("step", query.step().toMillis())
        .bind("scope", query.scope())
        .bindList("names", names)
        .bind("from", query.from().toEpochMilli())
        .bind("to", query.to().toEpochMilli());
    return query.node() == null ? select : select.bind("node", query.node());
  }

  private static Group place(ResultSet row) throws SQLException {
    return new Group(row.getLong(1), row.getString(2), row.getString(3));
  }

  private static List<long[]> emptySpreads(RollupColumns columns) {
    List<long[]> empty = new ArrayList<>();
    columns.spreads().forEach(spread -> empty.add(new long[columns.buckets()]));
    return empty;
  }

  /**
   * Reads each row once. The database cannot sum distributions, so their rows are read in any case; for a few counters this takes
   * less than a second pass.
   */
  private static List<RollupSum> sumsOfOnePass(
      Handle handle, RollupQuery query, RollupColumns columns, List<String> names) {
    int counters = columns.counters().size();
    int spreads = columns.spreads().size();
    String selected = Stream.concat(columns.counters().stream(), columns.spreads().stream())
        .map(column -> ", " + column)
        .collect(Collectors.joining());
    Map<Group, RollupSum> sums = new TreeMap<>(Comparator.comparingLong(Group::start)
        .thenComparing(Group::name)
        .thenComparing(Group::protocol));
    bind(
            handle.select("SELECT " + STEP + " AS step_start, name, protocol" + selected + RANGE
                + nodeIs(query)),
            query,
            names)
        .map((row, context) -> {
          RollupSum sum = sums.computeIfAbsent(
              place(row),
              group -> new RollupSum(
                  Instant.ofEpochMilli(group.start()),
                  new RollupRow.Key(query.scope(), group.name(), group.protocol()),
                  new long[counters],
                  emptySpreads(columns)));
          for (int i = 0; i < counters; i++) {
            sum.counters()[i] += row.getLong(4 + i);
          }
          for (int i = 0; i < spreads; i++) {
            SpreadCode.addTo(sum.spreads().get(i), bytes(row, 4 + counters + i));
          }
          return true;
        })
        .forEach(each -> {});
    return List.copyOf(sums.values());
  }

  private static Map<Group, List<long[]>> mergedSpreads(
      Handle handle, RollupQuery query, RollupColumns columns, List<String> names) {
    Map<Group, List<long[]>> merged = new HashMap<>();
    if (columns.spreads().isEmpty()) {
      return merged;
    }
    String empty = columns.spreads().stream()
        .map(c -> "length(" + c + ") > 0")
        .collect(Collectors.joining(" OR ", " AND (", ")"));
    bind(
            handle.select("SELECT " + STEP + " AS step_start, name, protocol, "
                + String.join(", ", columns.spreads()) + RANGE + nodeIs(query) + empty),
            query,
            names)
        .map((row, context) -> {
          List<long[]> counts = merged.computeIfAbsent(place(row), place -> emptySpreads(columns));
          for (int i = 0; i < counts.size(); i++) {
            SpreadCode.addTo(counts.get(i), bytes(row, 4 + i));
          }
          return true;
        })
        .forEach(each -> {});
    return merged;
  }

  /** Returns one counter of a part by step and node, ordered by time. */
  public List<NodeSum> byNode(RollupQuery query, String protocol, String counter) {
    RollupColumns checked = new RollupColumns(List.of(counter), List.of(), 0);
    return database.readMany(handle -> bind(
            handle.select("SELECT " + STEP + " AS step_start, node, CAST(sum("
                + checked.counters().get(0) + ") AS BIGINT) AS total" + RANGE + nodeIs(query)
                + " AND protocol = :protocol GROUP BY 1, 2 ORDER BY 1, 2"),
            query,
            List.of(query.name() == null ? "" : query.name()))
        .bind("protocol", protocol)
        .map((row, context) -> new NodeSum(
            Instant.ofEpochMilli(row.getLong("step_start")),
            row.getString("node"),
            row.getLong("total")))
        .list());
  }

  /** Returns the start of the oldest period of this width and part. */
  public Optional<Instant> first(RollupWidth width, String scope, String name) {
    return database.readMany(handle -> handle
        .select("SELECT min(start) FROM rollup WHERE width = :width AND scope = :scope"
            + " AND name = :name")
        .bind("width", width.seconds())
        .bind("scope", scope)
        .bind("name", name)
        .mapTo(Long.class)
        .findOne()
        .map(Instant::ofEpochMilli));
  }

  private static <T> T guarded(Read<T> work) {
    try {
      return work.run();
    } catch (IllegalArgumentException e) {
      // A distribution of a version that this program does not know.
      throw new StoreException(
          Kind.UNUSABLE, "history: a row cannot be read: " + e.getMessage(), e);
    }
  }

  private interface Read<T> {
    T run();
  }
}
