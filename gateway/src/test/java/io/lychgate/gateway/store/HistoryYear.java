package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.history.Block;
import io.lychgate.gateway.history.History;
import io.lychgate.gateway.history.HistoryRecorder;
import io.lychgate.gateway.history.Selection;
import io.lychgate.gateway.history.Series;
import io.lychgate.gateway.observe.census.Census;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * All that the store keeps of a fleet of 8 after 400 days. The questions of the screens read few rows, by the primary key.
 *
 * <p>{@code -Dlychgate.history.sites=N} gives each node N sites (1 else) and prints how long each question takes, the size of a row
 * and the time of a write. The assertions are on rows, because times depend on the machine.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HistoryYear {
  private static final int NODES = 8;
  private static final int SITES = Integer.getInteger("lychgate.history.sites", 1);
  private static final boolean IS_MEASURED = System.getProperty("lychgate.history.sites") != null;
  private static final int ROUNDS = 15;

  /** The rows of a node that a series reads at most for each name: 7 days of quarter hours, by four protocols. */
  private static final int MOST_ROWS = 2_200 * 4;

  private static final Set<Measure> CHART = Set.of(
      Measure.OPENED,
      Measure.OPEN_MILLIS,
      Measure.IN_FLIGHT_MILLIS,
      Measure.H1_EQUIVALENT,
      Measure.REQUESTS,
      Measure.CPU_NANOS);

  @TempDir
  static Path directory;

  /** Empty if there is no database server here. */
  private final List<Store> opened = new ArrayList<>();

  private Store store;
  private History history;
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MINUTES).plusSeconds(10);

  abstract StoreUrl emptyDatabase() throws Exception;

  /** Returns a query for the bytes of the table with its index. */
  abstract String bytes();

  abstract String blob(String hex);

  @BeforeAll
  final void fill() throws Exception {
    store = Store.open(emptyDatabase(), directory, InstantSource.system());
    opened.add(store);
    HistoryRecorder recorder =
        new HistoryRecorder(() -> new Census(0, Map.of()), () -> store, () -> now, () -> "node-0");
    history = new History(() -> store, recorder, () -> now);
    long begun = System.nanoTime();
    for (RollupWidth width : RollupWidth.values()) {
      fill(width, "all", List.of(""), List.of("-", "h1", "h2", "h3"));
      fill(width, "site", sites(), List.of("h1", "h2", "h3"));
    }
    execute("ANALYZE");
    report("filled", System.nanoTime() - begun);
    if (IS_MEASURED) {
      long rows = number("SELECT count(*) FROM rollup");
      System.err.println(">> " + rows + " rows, " + number(bytes()) / rows + " bytes a row");
    }
  }

  @AfterAll
  final void close() {
    opened.forEach(Store::close);
  }

  private static List<String> sites() {
    return IntStream.range(0, SITES).mapToObj(i -> "site" + i + ".example").toList();
  }

  /** Inserts all periods that are kept. Half of the counters are not zero, as of a node with some traffic. */
  private void fill(RollupWidth width, String scope, List<String> names, List<String> protocols)
      throws Exception {
    long periods = width.kept().dividedBy(width.length());
    long last = width.startOf(now.toEpochMilli());
    List<String> columns = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      columns.add(measure.column());
      boolean isTime = measure.column().endsWith("_nanos") || measure.column().endsWith("_millis");
      String count = "(i * 7919 + " + measure.index() + ") % 5000 * " + width.seconds() / 60;
      values.add(
          measure == Measure.OBSERVED_MILLIS
              ? "CASE WHEN protocol = '-' THEN " + width.length().toMillis() + " ELSE 0 END"
              : measure.index() % 2 == 0 ? "0" : isTime ? count + " * 100000" : count);
    }
    for (Spread spread : Spread.values()) {
      columns.add(spread.column());
      long[] counts = new long[272];
      Arrays.fill(counts, 90, 130, 40 * width.seconds());
      values.add(blob(hex(SpreadCode.encode(counts))));
    }
    execute(
        "WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < "
            + periods
            + ") INSERT INTO rollup (width, scope, name, start, node, protocol, "
            + String.join(", ", columns) + ") SELECT " + width.seconds() + ", '" + scope
            + "', name, " + last + " - i * " + width.length().toMillis() + ", node, protocol, "
            + String.join(", ", values) + " FROM " + table("name", names)
            + " CROSS JOIN n CROSS JOIN "
            + table("node", IntStream.range(0, NODES).mapToObj(i -> "node-" + i).toList())
            + " CROSS JOIN " + table("protocol", protocols));
  }

  private static String table(String column, List<String> values) {
    return values.stream()
        .map(value -> "SELECT CAST('" + value + "' AS TEXT) AS " + column)
        .collect(Collectors.joining(" UNION ALL ", "(", ") AS all_of_" + column));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private void execute(String sql) throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long number(String sql) throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private Connection connect() throws Exception {
    return DriverManager.getConnection(store.url().jdbc(), store.url().user(), null);
  }

  private static void report(String question, long nanos) {
    if (IS_MEASURED) {
      System.err.printf(">> %-50s %7.1f ms%n", question, nanos / 1e6);
    }
  }

  /** Returns the result of the question. Asks it for some rounds and prints their median time if that is wanted. */
  private <T> T timed(String question, Supplier<T> work) {
    T result = work.get();
    if (!IS_MEASURED) {
      return result;
    }
    long[] nanos = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long begun = System.nanoTime();
      result = work.get();
      nanos[i] = System.nanoTime() - begun;
    }
    Arrays.sort(nanos);
    report(question, nanos[ROUNDS / 2]);
    report(question + " (slowest)", nanos[ROUNDS - 1]);
    return result;
  }

  private record Screen(Duration range, Duration step, RollupWidth rows) {}

  private static List<Screen> screens() {
    return List.of(
        new Screen(Duration.ofMinutes(10), Duration.ofMinutes(1), RollupWidth.MINUTE),
        new Screen(Duration.ofHours(1), Duration.ofMinutes(1), RollupWidth.MINUTE),
        new Screen(Duration.ofHours(6), Duration.ofMinutes(1), RollupWidth.MINUTE),
        new Screen(Duration.ofDays(1), Duration.ofMinutes(5), RollupWidth.MINUTE),
        new Screen(Duration.ofDays(7), Duration.ofMinutes(30), RollupWidth.QUARTER),
        new Screen(Duration.ofDays(30), Duration.ofHours(2), RollupWidth.HOUR),
        new Screen(Duration.ofDays(41), Duration.ofHours(2), RollupWidth.HOUR),
        new Screen(Duration.ofDays(90), Duration.ofDays(1), RollupWidth.DAY),
        new Screen(Duration.ofDays(365), Duration.ofDays(1), RollupWidth.DAY));
  }

  @Test
  void seriesReadFewRowsByThePrimaryKey() {
    for (Screen screen : screens()) {
      for (Selection selection : List.of(Selection.WHOLE, Selection.site("site0.example"))) {
        History.Question question = new History.Question(
            now.minus(screen.range()), now, selection, CHART, Set.of(Spread.FIRST_BYTE));
        String name = screen.range() + " of " + selection.scope().token();

        Series series = timed(name, () -> history.series(question));

        assertThat(series.step()).as(name).isEqualTo(screen.step());
        assertThat(series.points()).as(name).hasSizeBetween(9, History.MOST_POINTS);
        assertThat(series.points()).as(name).noneMatch(Series.Point::isGap);
        assertThat(series.points().get(0).nodes()).isEqualTo(NODES);
        RollupQuery query = new RollupQuery(
            screen.rows(),
            series.from(),
            series.to(),
            screen.step(),
            selection.scope().token(),
            selection.name(),
            null);
        assertThat(store.history().rows(query)).as(name).isLessThan((long) NODES * MOST_ROWS);
        assertPlan(query);
      }
    }
  }

  private void assertPlan(RollupQuery query) {
    String plan = String.join(
        "\n", store.history().plan(query, new RollupColumns(List.of("requests"), List.of(), 0)));
    assertThat(plan)
        .as("%s", query)
        .matches("(?s).*(USING PRIMARY KEY \\(width=\\? AND scope=\\? AND name=\\? AND start>\\?"
            + "|rollup_pkey.*Index Cond: \\(\\(width = .* AND \\(start >= ).*");
  }

  @Test
  void otherQuestionsOfTheScreensAreAnswered() {
    History.Question month = new History.Question(
        now.minus(Duration.ofDays(30)), now, Selection.each(Scope.SITE), CHART, Set.of());
    Series totals = timed("totals of sites of 30 d", () -> history.totals(month));
    assertThat(totals.points())
        .singleElement()
        .satisfies(sum -> assertThat(sum.parts())
            .hasSize(3 * SITES)
            .containsKey(new Part(Scope.SITE, "site0.example", "h2")));
    History.Question week = new History.Question(
        now.minus(Duration.ofDays(7)), now, Selection.WHOLE, CHART, Set.of(Spread.FIRST_BYTE));
    Series series = history.series(week);
    assertThat(timed("previous 7 d", () -> history.previous(week, series)).points())
        .hasSameSizeAs(series.points())
        .noneMatch(Series.Point::isGap);
    assertThat(timed(
                "one node of 30 d",
                () -> history.series(new History.Question(
                    month.from(), now, Selection.WHOLE.ofNode("node-3"), CHART, Set.of())))
            .points())
        .allMatch(point -> point.nodes() == 1);
    assertThat(timed("names of sites", () -> history.names(Scope.SITE))).hasSize(SITES);
    assertThat(timed("nodes of 30 d", () -> history.nodes(month.from(), now))).hasSize(NODES);
    assertThat(timed("first", () -> history.firstAt())).isPresent();
  }

  @Test
  void blocksOfAReportAreAnswered() {
    List<Selection> all = List.of(Selection.WHOLE, Selection.each(Scope.SITE));
    List<Block> quarters = timed(
        "report: 14 d of quarters",
        () -> history.blocks(now.minus(Duration.ofDays(14)), now, Duration.ofMinutes(15), all));
    assertThat(quarters).hasSize(14 * 96);
    List<Block> hours = timed(
        "report: 56 d of hours",
        () -> history.blocks(now.minus(Duration.ofDays(56)), now, Duration.ofHours(1), all));
    assertThat(hours).hasSize(56 * 24);
  }

  @Test
  void writeOfAMinuteIsShort() throws Exception {
    RollupColumns columns = new RollupColumns(
        Arrays.stream(Measure.values()).map(Measure::column).toList(),
        Arrays.stream(Spread.values()).map(Spread::column).toList(),
        272);
    long[] counts = new long[272];
    Arrays.fill(counts, 90, 130, 40);
    byte[] code = SpreadCode.encode(counts);
    List<RollupRow> rows = new ArrayList<>();
    for (String protocol : List.of("-", "h1", "h2", "h3")) {
      rows.add(new RollupRow(
          new RollupRow.Key("all", "", protocol),
          new long[Measure.COUNT],
          List.of(code, code, code)));
      sites()
          .forEach(site -> rows.add(new RollupRow(
              new RollupRow.Key("site", site, protocol),
              new long[Measure.COUNT],
              List.of(code, code, code))));
    }
    Instant start = RollupWidth.DAY.startOf(now).plus(Duration.ofDays(1));
    int[] sequence = {0};

    timed("write of a minute, " + rows.size() + " rows", () -> {
      Instant minute = start.plus(RollupWidth.MINUTE.length().multipliedBy(sequence[0]));
      store
          .history()
          .write(columns, "node-1", "one", List.of(new RollupMinute(sequence[0]++, minute, rows)));
      return true;
    });

    assertThat(number(
            "SELECT count(*) FROM rollup WHERE width = 60 AND start >= " + start.toEpochMilli()))
        .isEqualTo((long) sequence[0] * rows.size());
  }
}
