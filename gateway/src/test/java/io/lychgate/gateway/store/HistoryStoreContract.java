package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.store.Outcome.Conflict;
import io.lychgate.gateway.store.Outcome.Done;
import io.lychgate.gateway.store.Outcome.Missing;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Behaviour of counters by period, events and reports, independent of the database. */
abstract class HistoryStoreContract {
  private static final Actor ANN = new Actor("ann", "192.0.2.1");
  private static final Actor BOB = new Actor("bob", "192.0.2.2");
  private static final RollupColumns COLUMNS =
      new RollupColumns(List.of("observed_millis", "opened", "requests"), List.of("first_byte"), 8);
  private static final RollupRow.Key WHOLE = new RollupRow.Key("all", "", "h2");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir
  Path directory;

  Store store;

  /** The database's clock is the real one. */
  private final Instant today = Instant.now().truncatedTo(ChronoUnit.DAYS);

  private long sequence;

  abstract StoreUrl emptyDatabase() throws Exception;

  @BeforeEach
  void open() throws Exception {
    store = Store.open(emptyDatabase(), directory, InstantSource.system());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static RollupRow row(RollupRow.Key key, long opened, long requests) {
    return new RollupRow(
        key,
        new long[] {60_000, opened, requests},
        List.of(SpreadCode.encode(new long[] {0, requests, 0, 1})));
  }

  private RollupMinute minute(Instant start, RollupRow... rows) {
    return new RollupMinute(sequence++, start, List.of(rows));
  }

  private void write(String node, String instance, RollupMinute... minutes) {
    store.history().write(COLUMNS, node, instance, List.of(minutes));
  }

  private List<RollupSum> sums(RollupWidth width, Instant from, Instant to, String name) {
    String scope = name.isEmpty() ? "all" : "site";
    return store
        .history()
        .sums(new RollupQuery(width, from, to, width.length(), scope, name, null), COLUMNS);
  }

  private List<RollupSum> sums(RollupWidth width) {
    return sums(width, today.minus(Duration.ofDays(2)), today.plus(Duration.ofDays(2)), "");
  }

  @Test
  void minuteCountsInTheSumsOfAllWidths() {
    Instant noon = today.minus(Duration.ofHours(12));

    write(
        "a",
        "one",
        minute(noon, row(WHOLE, 1, 10)),
        minute(noon.plus(MINUTE), row(WHOLE, 2, 20)),
        minute(noon.plus(Duration.ofMinutes(20)), row(WHOLE, 4, 40)));

    assertThat(sums(RollupWidth.MINUTE))
        .extracting(each -> each.counters()[1])
        .containsExactly(1L, 2L, 4L);
    assertThat(sums(RollupWidth.QUARTER))
        .extracting(RollupSum::start)
        .containsExactly(noon, noon.plus(Duration.ofMinutes(15)));
    assertThat(sums(RollupWidth.QUARTER))
        .extracting(each -> each.counters()[1])
        .containsExactly(3L, 4L);
    assertThat(sums(RollupWidth.HOUR)).singleElement().satisfies(hour -> {
      assertThat(hour.counters()).containsExactly(180_000, 7, 70);
      assertThat(hour.spreads().get(0)).containsExactly(0, 70, 0, 3, 0, 0, 0, 0);
      assertThat(hour.key()).isEqualTo(WHOLE);
    });
    assertThat(sums(RollupWidth.DAY)).singleElement().satisfies(day -> {
      assertThat(day.start()).isEqualTo(today.minus(Duration.ofDays(1)));
      assertThat(day.counters()).containsExactly(180_000, 7, 70);
    });
  }

  @Test
  void restartInTheSameMinuteAddsUp() {
    write("a", "one", minute(today, row(WHOLE, 1, 10)));
    sequence = 0;
    write("a", "two", minute(today, row(WHOLE, 2, 20)));

    for (RollupWidth width : RollupWidth.values()) {
      assertThat(sums(width)).as("%s", width).singleElement().satisfies(sum -> {
        assertThat(sum.counters()).containsExactly(120_000, 3, 30);
        assertThat(sum.spreads().get(0)).containsExactly(0, 30, 0, 2, 0, 0, 0, 0);
      });
    }
  }

  @Test
  void partsOfOneMinuteInOneWriteAddUp() {
    write("a", "one", minute(today, row(WHOLE, 1, 10)), minute(today, row(WHOLE, 2, 20)));

    assertThat(sums(RollupWidth.MINUTE)).singleElement().satisfies(sum -> {
      assertThat(sum.counters()).containsExactly(120_000, 3, 30);
      assertThat(sum.spreads().get(0)).containsExactly(0, 30, 0, 2, 0, 0, 0, 0);
    });
  }

  @Test
  void repeatedWriteAddsNothing() {
    RollupMinute first = minute(today, row(WHOLE, 1, 10));
    RollupMinute second = minute(today.plus(MINUTE), row(WHOLE, 2, 20));
    write("a", "one", first);

    write("a", "one", first, second);
    write("a", "one", first, second);

    assertThat(sums(RollupWidth.DAY))
        .singleElement()
        .satisfies(day -> assertThat(day.counters()).containsExactly(120_000, 3, 30));
  }

  @Test
  void failedWriteLeavesNothing() throws Exception {
    write("a", "one", minute(today, row(WHOLE, 1, 10)));
    sql("UPDATE rollup SET first_byte = " + blob("0205") + " WHERE width = 86400");
    RollupMinute next = minute(today.plus(MINUTE), row(WHOLE, 2, 20));

    assertThatThrownBy(() -> write("a", "one", next))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("distribution: version 2 (expected: 1)");

    assertThat(sums(RollupWidth.MINUTE)).hasSize(1);
    sql("UPDATE rollup SET first_byte = " + blob("") + " WHERE width = 86400");
    write("a", "one", next);
    assertThat(sums(RollupWidth.DAY))
        .singleElement()
        .satisfies(day -> assertThat(day.counters()).containsExactly(120_000, 3, 30));
  }

  @Test
  void distributionOfAnUnknownVersionIsNotRead() throws Exception {
    write("a", "one", minute(today, row(WHOLE, 1, 10)));
    sql("UPDATE rollup SET first_byte = " + blob("0205"));

    assertThatThrownBy(() -> sums(RollupWidth.HOUR))
        .isInstanceOf(StoreException.class)
        .hasMessage("history: a row cannot be read: distribution: version 2 (expected: 1)");
  }

  @Test
  void nodesAreSummedAndStayApart() {
    write("a", "one", minute(today, row(WHOLE, 1, 10)));
    write("b", "two", minute(today, row(WHOLE, 2, 20)));

    assertThat(sums(RollupWidth.HOUR)).singleElement().satisfies(sum -> {
      assertThat(sum.counters()).containsExactly(120_000, 3, 30);
      assertThat(sum.spreads().get(0)).containsExactly(0, 30, 0, 2, 0, 0, 0, 0);
    });
    RollupQuery ofB = new RollupQuery(
        RollupWidth.HOUR, today, today.plus(MINUTE), Duration.ofHours(1), "all", "", "b");
    assertThat(store.history().sums(ofB, COLUMNS))
        .singleElement()
        .satisfies(sum -> assertThat(sum.counters()).containsExactly(60_000, 2, 20));
    RollupQuery all = new RollupQuery(
        RollupWidth.HOUR, today, today.plus(MINUTE), Duration.ofHours(1), "all", "", null);
    assertThat(store.history().byNode(all, "h2", "opened"))
        .containsExactly(new NodeSum(today, "a", 1), new NodeSum(today, "b", 2));
  }

  @Test
  void stepsSumSeveralRows() {
    for (int i = 0; i < 10; i++) {
      write("a", "one", minute(today.plus(MINUTE.multipliedBy(i)), row(WHOLE, 1, 1)));
    }

    RollupQuery fives = new RollupQuery(
        RollupWidth.MINUTE,
        today,
        today.plus(Duration.ofMinutes(10)),
        Duration.ofMinutes(5),
        "all",
        "",
        null);

    assertThat(store.history().sums(fives, COLUMNS))
        .extracting(each -> each.counters()[1])
        .containsExactly(5L, 5L);
    assertThatThrownBy(() -> new RollupQuery(
            RollupWidth.QUARTER, today, today, Duration.ofMinutes(20), "all", "", null))
        .hasMessageContaining("step: PT20M (expected: a multiple of PT15M)");
  }

  @Test
  void sitesHaveNamesOfTheirOwn() {
    RollupRow.Key shop = new RollupRow.Key("site", "shop.example", "h2");
    RollupRow.Key blog = new RollupRow.Key("site", "blog.example", "h1");
    write("a", "one", minute(today, row(shop, 1, 10), row(blog, 2, 20), row(WHOLE, 3, 30)));

    assertThat(store.history().names(RollupWidth.MINUTE, "site"))
        .containsExactly("blog.example", "shop.example");
    assertThat(store.history().names(RollupWidth.MINUTE, "listener")).isEmpty();
    assertThat(sums(RollupWidth.MINUTE, today, today.plus(MINUTE), "shop.example"))
        .singleElement()
        .satisfies(sum -> assertThat(sum.counters()).containsExactly(60_000, 1, 10));
    RollupQuery each =
        new RollupQuery(RollupWidth.MINUTE, today, today.plus(MINUTE), MINUTE, "site", null, null);
    assertThat(store.history().sums(each, COLUMNS))
        .extracting(RollupSum::key)
        .containsExactly(blog, shop);
  }

  @ParameterizedTest
  @EnumSource(RollupWidth.class)
  void periodIsDeletedAtItsAge(RollupWidth width) {
    Instant limit = Instant.now().minus(width.kept());
    Instant old = width.startOf(limit).minus(width.length());
    // Not the next period: it may reach the age before it is written.
    Instant young = width.startOf(limit).plus(width.length().multipliedBy(2));

    write("a", "one", minute(old, row(WHOLE, 1, 1)), minute(young, row(WHOLE, 2, 2)));

    assertThat(sums(width, old, young.plus(width.length()), ""))
        .extracting(each -> each.counters()[1])
        .containsExactly(2L);
  }

  @Test
  void wrongClockForAMomentDeletesLittle() {
    Instant old = RollupWidth.MINUTE.startOf(Instant.now().minus(Duration.ofHours(60)));
    RollupMinute[] hour = IntStream.range(0, 60)
        .mapToObj(i -> minute(old.plus(MINUTE.multipliedBy(i)), row(WHOLE, 1, 1)))
        .toArray(RollupMinute[]::new);

    write("a", "one", hour);

    assertThat(sums(RollupWidth.MINUTE, old, old.plus(Duration.ofHours(1)), "")).hasSize(50);
  }

  @Test
  void knowsItsFirstPeriod() {
    assertThat(store.history().first(RollupWidth.HOUR, "all", "")).isEmpty();

    write("a", "one", minute(today.plus(Duration.ofMinutes(5)), row(WHOLE, 1, 1)));

    assertThat(store.history().first(RollupWidth.HOUR, "all", "")).contains(today);
  }

  @Test
  void namesOfColumnsArePlain() {
    for (String bad : new String[] {"a; DROP TABLE rollup", "A", "", "start", "a\"b", "a b"}) {
      assertThatThrownBy(() -> new RollupColumns(List.of(bad), List.of(), 0))
          .as(bad)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new RollupColumns(List.of("a"), List.of("a"), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private StoredEvent event(String id, Instant at, String kind, String author, boolean isManual) {
    return new StoredEvent(id, at, "", kind, "", "text of " + id, author, isManual);
  }

  private List<StoredEvent> listed(Instant from, Instant to, Set<String> kinds) {
    Page<StoredEvent> all = store.events().list(from, to, kinds, NewestFirst.of(100));
    assertThat(all.total()).isEqualTo(all.items().size());
    return all.items();
  }

  @Test
  void listsEventsByRangeAndKind() {
    store.events().append(List.of(event("1", today, "reload", "gateway", false)));
    store.events().add(event("2", today.plus(MINUTE), "deploy", "ann", true), ANN);
    store.events().append(List.of(event("1", today, "reload", "gateway", false)));

    Instant later = today.plus(MINUTE.multipliedBy(2));
    assertThat(listed(today, later, Set.of()))
        .extracting(StoredEvent::id)
        .containsExactly("2", "1");
    assertThat(listed(today, later, Set.of("deploy")))
        .extracting(StoredEvent::id)
        .containsExactly("2");
    assertThat(listed(today, today.plus(MINUTE), Set.of()))
        .as("the end is exclusive")
        .hasSize(1);
    assertThat(store.events().find("2"))
        .contains(event("2", today.plus(MINUTE), "deploy", "ann", true));
  }

  @Test
  void onlyAuthorsAndAdministratorsChangeNotes() {
    store.events().append(List.of(event("auto", today, "reload", "gateway", false)));
    StoredEvent note = event("note", today, "note", "ann", true);
    store.events().add(note, ANN);
    StoredEvent edited =
        new StoredEvent("note", today.plus(MINUTE), "", "deploy", "shop", "new", "x", true);

    assertThat(store.events().edit(edited, BOB, false)).isInstanceOf(Conflict.class);
    assertThat(store.events().delete("note", BOB, false)).isInstanceOf(Conflict.class);
    assertThat(store.events().delete("auto", BOB, true)).isInstanceOf(Conflict.class);
    assertThat(store.events().edit(event("none", today, "note", "ann", true), ANN, false))
        .isInstanceOf(Missing.class);
    StoredEvent expected =
        new StoredEvent("note", today.plus(MINUTE), "", "deploy", "shop", "new", "ann", true);
    assertThat(store.events().edit(edited, ANN, false)).isEqualTo(new Done<>(expected));
    assertThat(store.events().find("note")).contains(expected);
    assertThat(store.events().delete("note", BOB, true)).isInstanceOf(Done.class);
    assertThat(store.events().find("note")).isEmpty();
    assertThat(store.audit().find("history.", 10, 0).items())
        .extracting(AuditEntry::action)
        .containsExactly("history.delete", "history.edit", "history.note");
  }

  @Test
  void keepsTheNewestEventsAndAllNotesBesideThem() throws Exception {
    sql("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8000)"
        + " INSERT INTO history_event (id, at, node, kind, subject, text, author, manual)"
        + " SELECT 'x' || i, i, '', 'reload', '', '', 'gateway', 0 FROM n");
    store.events().add(event("note", Instant.EPOCH, "note", "ann", true), ANN);

    store.events().append(List.of(event("new", today, "reload", "gateway", false)));

    assertThat(store.events().find("x1")).isEmpty();
    assertThat(store.events().find("x2")).isPresent();
    assertThat(store.events().find("new")).isPresent();
    assertThat(store.events().find("note")).isPresent();
  }

  @Test
  void keepsReportsAsTheyWereMade() {
    StoredReport report = store.reports().add("Before h2", "{\"a\": 1}", ANN);

    assertThat(store.reports().find(report.id())).contains(report);
    assertThat(report.author()).isEqualTo("ann");
    assertThat(store.reports().list(NewestFirst.of(10)).total()).isEqualTo(1);
    assertThat(store.reports().list(NewestFirst.of(10)).items()).containsExactly(report);
    assertThat(store.reports().find("none")).isEmpty();
    assertThatThrownBy(() -> store.reports().add("long", "x".repeat(300_000), ANN))
        .hasMessage("report: 300000 characters (expected: at most 262144)");
  }

  @Test
  void reportsAndEventsAfterAPlaceAreThoseOfSmallerTimesAndIds() {
    Instant at = Instant.parse("2026-11-01T00:00:00Z");
    for (String id : List.of("a", "b", "c")) {
      store.events().add(event(id, at, "note", "ann", true), ANN);
    }
    store.events().add(event("z", at.minusMillis(1), "note", "ann", true), ANN);
    NewestFirst after = new NewestFirst(at.toEpochMilli(), "b", 10, 0);

    Page<StoredEvent> events =
        store.events().list(Instant.EPOCH, at.plusMillis(1), Set.of(), after);

    assertThat(events.total()).as("of the whole list").isEqualTo(4);
    assertThat(events.items()).extracting(StoredEvent::id).containsExactly("a", "z");
    StoredReport report = store.reports().add("one", "{}", ANN);
    assertThat(store
            .reports()
            .list(new NewestFirst(report.createdAt().toEpochMilli(), report.id(), 10, 0))
            .items())
        .isEmpty();
  }

  @Test
  void keepsTheNewestReports() throws Exception {
    sql("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
        + " INSERT INTO history_report (id, created_at, author, title, body)"
        + " SELECT 'x' || i, i, 'ann', '', '{}' FROM n");

    store.reports().add("new", "{}", ANN);

    assertThat(store.reports().list(NewestFirst.of(1)).total()).isEqualTo(1000);
    assertThat(store.reports().find("x1")).isEmpty();
    assertThat(store.reports().find("x2")).isPresent();
  }

  final String blob(String hex) {
    return store.url().file() == null ? "'\\x" + hex + "'::bytea" : "x'" + hex + "'";
  }

  final void sql(String statement) throws Exception {
    String user = store.url().user();
    try (Connection connection = DriverManager.getConnection(store.url().jdbc(), user, null);
        Statement run = connection.createStatement()) {
      run.execute(statement);
    }
  }
}
