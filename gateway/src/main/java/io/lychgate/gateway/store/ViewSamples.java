package io.lychgate.gateway.store;

import io.lychgate.gateway.message.ArmAssignment;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Page views of real visitors: each one for a while, and their sums over periods. */
public final class ViewSamples {
  /** Rows that one deletion removes at most, so that no transaction is long. */
  public static final int DELETED_AT_ONCE = 5_000;

  private static final int FETCH = 1_000;

  private static final List<String> FIRST = List.of(
      "id",
      "at",
      "node",
      "site",
      "route",
      "page",
      "revision",
      "protocol",
      "next_hop",
      "outcome",
      "cache_state",
      "device",
      "browser",
      "network",
      "hints",
      "pushes",
      "used_early",
      "failed",
      "reported");

  /** Facts of the browser that its first report has. Rows of the gateway itself lack them. */
  private static final List<String> OF_LOAD =
      List.of("next_hop", "cache_state", "device", "browser", "network", "used_early", "failed");

  private static final String OF_ARM = "a.experiment, a.arm, a.unit, a.client_network, a.period";

  private static final String INSERT = insert();

  private final Database database;

  ViewSamples(Database database) {
    this.database = database;
  }

  /** Filters of a list; null for any value. */
  public record Filter(
      long from,
      long to,
      @Nullable String site,
      @Nullable String page,
      @Nullable String protocol,
      @Nullable String outcome,
      @Nullable String cacheState,
      @Nullable Arm arm,
      boolean withWaterfall) {}

  /** An arm of an experiment. */
  public record Arm(String experiment, String name) {}

  /** The order of a list. */
  public enum Order {
    NEWEST("at DESC, id"),
    /** Views that have not loaded come last. */
    SLOWEST("load IS NULL, load DESC, at DESC, id");

    private final String sql;

    Order(String sql) {
      this.sql = sql;
    }
  }

  /**
   * The place of a view in a list.
   *
   * @param load the time of its event load; NaN if it has none
   */
  public record Place(double load, long at, String id) {
    private String sql(Order order) {
      String newest = "(at < :afterAt OR (at = :afterAt AND id > :afterId))";
      if (order == Order.NEWEST) {
        return " AND " + newest;
      }
      return Double.isNaN(load)
          ? " AND load IS NULL AND " + newest
          : " AND (load IS NULL OR load < :load OR (load = :load AND " + newest + "))";
    }
  }

  private static String insert() {
    List<String> all = new ArrayList<>(FIRST);
    all.addAll(ViewSample.TIMES);
    all.add("bytes");
    String marks = all.stream().map(column -> "?").collect(Collectors.joining(", "));
    StringBuilder text = new StringBuilder("INSERT INTO view_sample (")
        .append(String.join(", ", all))
        .append(") VALUES (")
        .append(marks)
        .append(
            ") ON CONFLICT (id) DO UPDATE SET reported = view_sample.reported + excluded.reported,")
        .append(" outcome = CASE WHEN excluded.outcome = 'truncated' THEN 'truncated'")
        .append(" WHEN excluded.reported IN (0, 2) OR view_sample.outcome = 'truncated'")
        .append(" THEN view_sample.outcome ELSE excluded.outcome END");
    for (String column : OF_LOAD) {
      text.append(", ")
          .append(column)
          .append(" = CASE WHEN excluded.reported IN (0, 2) THEN view_sample.")
          .append(column)
          .append(" ELSE excluded.")
          .append(column)
          .append(" END");
    }
    for (String column : ViewSample.TIMES) {
      text.append(", ")
          .append(column)
          .append(" = COALESCE(view_sample.")
          .append(column)
          .append(", excluded.")
          .append(column)
          .append(')');
    }
    return text.append(", bytes = COALESCE(view_sample.bytes, excluded.bytes)")
        .append(" WHERE (view_sample.reported & excluded.reported) = 0")
        .toString();
  }

  /**
   * Adds rows, and parts of reports to the rows that are there. A part that a row has already is a replay and changes nothing.
   *
   * @return for each row, true if it was new or has changed
   */
  public boolean[] append(List<ViewSample> rows) {
    if (rows.isEmpty()) {
      return new boolean[0];
    }
    return database.writeMany(handle -> {
      int[] changed = insert(handle, rows);
      insertArms(handle, rows);
      boolean[] fresh = new boolean[rows.size()];
      for (int i = 0; i < fresh.length; i++) {
        fresh[i] = changed[i] != 0;
      }
      return fresh;
    });
  }

  private static int[] insert(Handle handle, List<ViewSample> rows) {
    try (PreparedBatch batch = handle.prepareBatch(INSERT)) {
      for (ViewSample row : rows) {
        int at = 0;
        batch.bind(at++, row.id());
        batch.bind(at++, row.at());
        batch.bind(at++, row.node());
        batch.bind(at++, row.site());
        batch.bind(at++, row.route());
        batch.bind(at++, row.page());
        batch.bind(at++, row.revision());
        batch.bind(at++, row.protocol());
        batch.bind(at++, row.nextHop());
        batch.bind(at++, row.outcome());
        batch.bind(at++, row.cacheState());
        batch.bind(at++, row.device());
        batch.bind(at++, row.browser());
        batch.bind(at++, row.network());
        batch.bind(at++, row.hints());
        batch.bind(at++, row.pushes());
        batch.bind(at++, row.usedEarly());
        batch.bind(at++, row.failed());
        batch.bind(at++, row.reported());
        for (double time : row.times()) {
          batch.bind(at++, Double.isNaN(time) ? null : (Double) time);
        }
        batch.bind(at++, row.bytes() < 0 ? null : (Long) row.bytes());
        batch.add();
      }
      return batch.execute();
    }
  }

  private static void insertArms(Handle handle, List<ViewSample> rows) {
    if (rows.stream().allMatch(row -> row.arms().isEmpty())) {
      return;
    }
    // A view may come an hour after its page, and its experiment may be deleted meanwhile.
    try (PreparedBatch batch = handle.prepareBatch(
        "INSERT INTO view_arm (view, experiment, arm, unit, client_network, period)"
            + " SELECT ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM experiment WHERE id = ?)"
            + " ON CONFLICT (view, experiment) DO NOTHING")) {
      for (ViewSample row : rows) {
        for (ArmAssignment arm : row.arms()) {
          batch
              .bind(0, row.id())
              .bind(1, arm.experiment())
              .bind(2, arm.arm())
              .bind(3, arm.unit())
              .bind(4, arm.network())
              .bind(5, arm.period().number())
              .bind(6, arm.experiment())
              .add();
        }
      }
      batch.execute();
    }
  }

  /** Passes the views of an experiment on, oldest first. Each has the assignment of this experiment only. */
  public void forEach(String experiment, long from, long to, Consumer<ViewSample> consumer) {
    forEach(experiment, from, to, 0, Integer.MAX_VALUE, consumer);
  }

  /**
   * Passes a part of the views of an experiment on, oldest first.
   *
   * @param offset views that are left out at the beginning
   */
  public void forEach(
      String experiment, long from, long to, int offset, int limit, Consumer<ViewSample> consumer) {
    database.readManyTogether(handle -> {
      try (Query query = handle
          .select("SELECT s.*, " + OF_ARM + " FROM view_arm a"
              + " JOIN view_sample s ON s.id = a.view"
              + " WHERE a.experiment = :experiment AND s.at >= :from AND s.at < :to"
              + " ORDER BY s.at, s.id LIMIT :limit OFFSET :offset")
          .bind("experiment", experiment)
          .bind("from", from)
          .bind("to", to)
          .bind("limit", limit)
          .bind("offset", offset)
          .setFetchSize(FETCH)) {
        query.map((row, context) -> sample(row, List.of(arm(row)))).forEach(consumer);
      }
      return true;
    });
  }

  /**
   * Passes all views of a time on, oldest first. One that is in experiments has the assignment of one of them.
   *
   * @param site null for all sites
   */
  public void forEachView(
      @Nullable String site, long from, long to, Consumer<ViewSample> consumer) {
    database.readManyTogether(handle -> {
      try (Query query = handle
          .select("SELECT s.*, " + OF_ARM + " FROM view_sample s"
              + " LEFT JOIN view_arm a ON a.view = s.id AND a.experiment ="
              + " (SELECT min(b.experiment) FROM view_arm b WHERE b.view = s.id)"
              + " WHERE s.at >= :from AND s.at < :to" + (site == null ? "" : " AND s.site = :site")
              + " ORDER BY s.at, s.id")
          .bind("from", from)
          .bind("to", to)
          .setFetchSize(FETCH)) {
        bind(query, "site", site);
        query
            .map((row, context) ->
                sample(row, row.getString("experiment") == null ? List.of() : List.of(arm(row))))
            .forEach(consumer);
      }
      return true;
    });
  }

  /** Deletes the arms of an experiment from its views. Each transaction is short, so that reports do not wait for it. */
  public void deleteArms(String experiment) {
    int deleted;
    do {
      deleted = database.writeMany(handle -> handle
          .createUpdate("DELETE FROM view_arm WHERE experiment = :experiment AND view IN"
              + " (SELECT view FROM view_arm WHERE experiment = :experiment LIMIT :most)")
          .bind("experiment", experiment)
          .bind("most", DELETED_AT_ONCE)
          .execute());
    } while (deleted == DELETED_AT_ONCE);
  }

  /** Returns views. */
  public Page<ViewSample> list(
      Filter filter, Order order, @Nullable Place after, int limit, int offset) {
    String where = " FROM view_sample WHERE at >= :from AND at < :to"
        + (filter.site() == null ? "" : " AND site = :site")
        + (filter.page() == null ? "" : " AND page = :page")
        + (filter.protocol() == null ? "" : " AND protocol = :protocol")
        + (filter.outcome() == null ? "" : " AND outcome = :outcome")
        + (filter.cacheState() == null ? "" : " AND cache_state = :cache")
        + (filter.arm() == null
            ? ""
            : " AND EXISTS (SELECT 1 FROM view_arm a WHERE a.view = view_sample.id"
                + " AND a.experiment = :experiment AND a.arm = :arm)")
        + (filter.withWaterfall()
            ? " AND EXISTS (SELECT 1 FROM view_waterfall w WHERE w.id = view_sample.id)"
            : "");
    return database.readManyTogether(handle -> new Page<>(
        bind(handle.select("SELECT count(*)" + where), filter).mapTo(Long.class).one(),
        bind(
                placed(
                    handle.select("SELECT *" + where + (after == null ? "" : after.sql(order))
                        + " ORDER BY " + order.sql + " LIMIT :limit OFFSET :offset"),
                    after,
                    order),
                filter)
            .bind("limit", limit)
            .bind("offset", offset)
            .map((row, context) -> sample(row, List.of()))
            .list()));
  }

  private static Query placed(Query query, @Nullable Place after, Order order) {
    if (after == null) {
      return query;
    }
    boolean hasLoad = order == Order.SLOWEST && !Double.isNaN(after.load());
    (hasLoad ? query.bind("load", after.load()) : query)
        .bind("afterAt", after.at())
        .bind("afterId", after.id());
    return query;
  }

  private static Query bind(Query query, Filter filter) {
    query.bind("from", filter.from()).bind("to", filter.to());
    bind(query, "site", filter.site());
    bind(query, "page", filter.page());
    bind(query, "protocol", filter.protocol());
    bind(query, "outcome", filter.outcome());
    bind(query, "cache", filter.cacheState());
    Arm arm = filter.arm();
    if (arm != null) {
      query.bind("experiment", arm.experiment()).bind("arm", arm.name());
    }
    return query;
  }

  private static void bind(Query query, String name, @Nullable String value) {
    if (value != null) {
      query.bind(name, value);
    }
  }

  /** Returns one view with its arms. */
  public Optional<ViewSample> find(String id) {
    return database.readManyTogether(handle -> {
      List<ArmAssignment> arms = handle
          .select("SELECT " + OF_ARM + " FROM view_arm a WHERE view = :id ORDER BY experiment")
          .bind("id", id)
          .map((row, context) -> arm(row))
          .list();
      return handle
          .select("SELECT * FROM view_sample WHERE id = :id")
          .bind("id", id)
          .map((row, context) -> sample(row, arms))
          .findOne();
    });
  }

  /** Reads the columns of {@link #OF_ARM}. Rows of an earlier version have no network: each of their units is one of its own. */
  private static ArmAssignment arm(ResultSet row) throws SQLException {
    long unit = row.getLong("unit");
    long network = row.getLong("client_network");
    boolean isUnknown = row.wasNull();
    return new ArmAssignment(
        row.getString("experiment"),
        row.getString("arm"),
        unit,
        isUnknown ? unit : network,
        ArmAssignment.Period.of(row.getInt("period")));
  }

  private static ViewSample sample(ResultSet row, List<ArmAssignment> arms) throws SQLException {
    double[] times = new double[ViewSample.TIMES.size()];
    Arrays.fill(times, Double.NaN);
    for (int i = 0; i < times.length; i++) {
      double value = row.getDouble(ViewSample.TIMES.get(i));
      times[i] = row.wasNull() ? Double.NaN : value;
    }
    long bytes = row.getLong("bytes");
    return new ViewSample(
        row.getString("id"),
        row.getLong("at"),
        row.getString("node"),
        row.getString("site"),
        row.getString("route"),
        row.getString("page"),
        row.getLong("revision"),
        row.getString("protocol"),
        row.getString("next_hop"),
        row.getString("outcome"),
        row.getString("cache_state"),
        row.getString("device"),
        row.getString("browser"),
        row.getString("network"),
        row.getInt("hints"),
        row.getInt("pushes"),
        row.getInt("used_early"),
        row.getInt("failed"),
        row.getInt("reported"),
        times,
        row.wasNull() ? -1 : bytes,
        arms);
  }

  /**
   * Deletes some of the views of a site that are older than this; of all other sites if the site is null.
   *
   * @param others the sites with a rule of their own, for a null site
   * @return the number of deleted views
   */
  public int deleteBefore(@Nullable String site, List<String> others, long before) {
    String which =
        site != null ? "site = :site" : others.isEmpty() ? "1 = 1" : "site NOT IN (<others>)";
    return database.writeMany(handle -> {
      Query old = handle
          .select("SELECT id FROM view_sample WHERE " + which
              + " AND at < :before ORDER BY at LIMIT " + DELETED_AT_ONCE)
          .bind("before", before);
      if (site != null) {
        old.bind("site", site);
      } else if (!others.isEmpty()) {
        old.bindList("others", others);
      }
      List<String> ids = old.mapTo(String.class).list();
      if (ids.isEmpty()) {
        return 0;
      }
      try (PreparedBatch arms = handle.prepareBatch("DELETE FROM view_arm WHERE view = ?");
          PreparedBatch views = handle.prepareBatch("DELETE FROM view_sample WHERE id = ?")) {
        for (String id : ids) {
          arms.bind(0, id).add();
          views.bind(0, id).add();
        }
        arms.execute();
        views.execute();
      }
      return ids.size();
    });
  }

  /** Stores sums of periods, in place of those that this writer has stored before. */
  public void sums(String writer, int width, List<TimingRow> rows) {
    if (rows.isEmpty()) {
      return;
    }
    database.writeMany(handle -> {
      try (PreparedBatch batch =
          handle.prepareBatch("INSERT INTO timing_rollup (width, start, writer, site,"
              + " page, protocol, cache_state, device, views, failed, truncated, abandoned, unreported,"
              + " sketches) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
              + " ON CONFLICT (width, start, site, page, protocol, cache_state, device, writer) DO UPDATE SET"
              + " views = excluded.views, failed = excluded.failed, truncated = excluded.truncated,"
              + " abandoned = excluded.abandoned, unreported = excluded.unreported,"
              + " sketches = excluded.sketches")) {
        for (TimingRow row : rows) {
          int at = 0;
          batch.bind(at++, width);
          batch.bind(at++, row.start());
          batch.bind(at++, writer);
          batch.bind(at++, row.key().site());
          batch.bind(at++, row.key().page());
          batch.bind(at++, row.key().protocol());
          batch.bind(at++, row.key().cacheState());
          batch.bind(at++, row.key().device());
          for (long count : row.counts()) {
            batch.bind(at++, count);
          }
          batch.bind(at++, row.sketches());
          batch.add();
        }
        batch.execute();
      }
      return true;
    });
  }

  /** Deletes sums that are older than this. */
  public void deleteSumsBefore(long before) {
    database.writeMany(handle -> handle
        .createUpdate("DELETE FROM timing_rollup WHERE start < :before")
        .bind("before", before)
        .execute());
  }

  /**
   * Passes the sums of all periods that begin in this range on, in any order.
   *
   * @param width seconds of a period
   */
  public void forEachSum(
      int width, long from, long to, @Nullable String site, Consumer<TimingRow> consumer) {
    // PostgreSQL reads row by row only within a transaction.
    database.readManyTogether(handle -> {
      try (Query query = handle
          .select(
              "SELECT * FROM timing_rollup WHERE width = :width AND start >= :from AND start < :to"
                  + (site == null ? "" : " AND site = :site"))
          .bind("width", width)
          .bind("from", from)
          .bind("to", to)
          .setFetchSize(FETCH)) {
        bind(query, "site", site);
        query.map((row, context) -> sum(row)).forEach(consumer);
      }
      return true;
    });
  }

  private static TimingRow sum(ResultSet row) throws SQLException {
    return new TimingRow(
        row.getLong("start"),
        new TimingRow.Key(
            row.getString("site"),
            row.getString("page"),
            row.getString("protocol"),
            row.getString("cache_state"),
            row.getString("device")),
        new long[] {
          row.getLong("views"),
          row.getLong("failed"),
          row.getLong("truncated"),
          row.getLong("abandoned"),
          row.getLong("unreported")
        },
        row.getBytes("sketches"));
  }
}
