package io.lychgate.gateway.history;

import static io.lychgate.gateway.history.FakeCensus.H2;
import static io.lychgate.gateway.history.FakeCensus.NONE;
import static io.lychgate.gateway.history.FakeCensus.SHOP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.EventStore;
import io.lychgate.gateway.store.NewestFirst;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.StoredEvent;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way of counts from a census through the store to an answer, independent of the database. */
abstract class HistoryContract {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Set<Measure> REQUESTS = Set.of(Measure.REQUESTS, Measure.OPEN_MILLIS);
  private static final Actor ANN = new Actor("ann", null);

  @TempDir
  Path directory;

  /** Recent, because the store deletes by the clock of its database. */
  final Instant start = Instant.now().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(5));

  final FakeCensus census = new FakeCensus(start);
  Store store;
  HistoryRecorder recorder;
  History history;
  private StoreUrl url;

  abstract StoreUrl emptyDatabase() throws Exception;

  @BeforeEach
  void open() throws Exception {
    url = emptyDatabase();
    store = Store.open(url, directory, InstantSource.system());
    census.inFlight(H2, 2);
    recorder = recorder(census, "a");
    history = new History(() -> store, recorder, census);
    recorder.begin();
  }

  @AfterEach
  void close() {
    store.close();
  }

  final HistoryRecorder recorder(FakeCensus of, String node) {
    return new HistoryRecorder(of::take, () -> store, of, () -> node, of::nanoTime);
  }

  /** Lets this many seconds pass with one request each. */
  private void seconds(int count) {
    seconds(recorder, census, count);
  }

  /** Lets this many seconds pass, and writes often enough that no minute is lost. */
  private void recordedSeconds(int count) {
    for (int left = count; left > 0; left -= 600) {
      seconds(Math.min(600, left));
      assertThat(recorder.write()).isTrue();
    }
  }

  private static void seconds(HistoryRecorder recorder, FakeCensus census, int count) {
    for (int i = 0; i < count; i++) {
      census
          .add(H2, Measure.REQUESTS, 1)
          .add(SHOP, Measure.REQUESTS, 1)
          .add(H2, Spread.FIRST_BYTE, 500 + i % 60);
      census.pass(SECOND);
      recorder.tick();
    }
  }

  private History.Question question(Instant from, Instant to) {
    return new History.Question(from, to, Selection.WHOLE, REQUESTS, Set.of(Spread.FIRST_BYTE));
  }

  /** Returns the requests in the store, also those of the minute in progress. */
  private long requests(Instant from, Instant to) {
    Duration later = MINUTE.multipliedBy(2);
    return new History(() -> store, recorder, () -> census.instant().plus(later))
        .blocks(from, to.plus(later), MINUTE, List.of(Selection.WHOLE)).stream()
            .mapToLong(block -> tally(block, H2).get(Measure.REQUESTS))
            .sum();
  }

  private static Tally tally(Block block, Part part) {
    return Objects.requireNonNull(block.parts().get(part));
  }

  @Test
  void lastHourHasSecondsFromMemory() {
    seconds(130);
    census.pass(Duration.ofMillis(500));

    Series series = history.series(question(start, start.plusSeconds(200)));

    assertThat(series.step()).isEqualTo(SECOND);
    assertThat(series.to()).as("not later than now").isEqualTo(start.plusSeconds(130));
    assertThat(series.points()).hasSize(130).allSatisfy(point -> {
      assertThat(point.count(H2, Measure.REQUESTS)).isEqualTo(1);
      assertThat(point.perSecond(H2, Measure.REQUESTS)).isEqualTo(1.0);
      assertThat(point.nodes()).isEqualTo(1);
    });
    assertThat(series.parts()).contains(H2);
    assertThat(history.series(question(start, start.plusSeconds(3_600))).step())
        .isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void timeBeforeARestartHasRowsOfTheStore() {
    seconds(600);
    recorder.end();
    recorder.write();
    census.pass(MINUTE.multipliedBy(3));
    FakeCensus second = new FakeCensus(census.instant());
    recorder = recorder(second, "a");
    history = new History(() -> store, recorder, second);
    recorder.begin();
    seconds(recorder, second, 600);
    assertThat(recorder.write()).isTrue();
    Instant restarted = start.plusSeconds(780);

    Series all = history.series(question(start, second.instant()));
    assertThat(all.step()).isEqualTo(MINUTE);
    assertThat(all.points().get(0).count(H2, Measure.REQUESTS)).isEqualTo(60);
    assertThat(all.points().get(11).isGap()).as("the gateway did not run").isTrue();
    Series sum = history.totals(question(start, second.instant()));
    assertThat(sum.points().get(0).count(H2, Measure.REQUESTS)).isGreaterThan(1_000);

    Series since = history.series(question(restarted, second.instant()));
    assertThat(since.step()).isEqualTo(Duration.ofSeconds(2));
    assertThat(since.points().get(0).count(H2, Measure.REQUESTS)).isEqualTo(2);
  }

  @Test
  void olderTimeHasRowsOfTheStore() {
    census.add(H2, Measure.OPENED, 10);
    recordedSeconds(6_600);

    Series series = history.series(question(start, start.plusSeconds(6_000)));

    assertThat(series.step()).isEqualTo(MINUTE);
    assertThat(series.points()).hasSize(100).allSatisfy(point -> {
      assertThat(point.count(H2, Measure.REQUESTS)).isEqualTo(60);
      assertThat(point.observedMillis()).isEqualTo(60_000);
      assertThat(point.mean(H2, Measure.OPEN_MILLIS)).isEqualTo(10.0);
      assertThat(point.quantile(H2, Spread.FIRST_BYTE, 0.5))
          .isEqualTo(SpreadBuckets.greatest(SpreadBuckets.of(529)));
    });
    Series day = history.series(question(start.minus(Duration.ofDays(1)), census.instant()));
    assertThat(day.points()).hasSizeLessThanOrEqualTo(History.MOST_POINTS);
    assertThat(day.points().get(0).isGap()).isTrue();
    assertThat(day.points().get(0).count(H2, Measure.REQUESTS))
        .as("null, not 0")
        .isNull();
    long sum = day.points().stream()
        .filter(point -> !point.isGap())
        .mapToLong(point -> point.count(H2, Measure.REQUESTS))
        .sum();
    assertThat(sum).as("in complete steps of 5 min").isEqualTo(6_300);
  }

  @Test
  void blocksHaveAllCountersAndTheTimeOfEachNode() {
    seconds(1_900);
    recorder.end();
    assertThat(recorder.write()).isTrue();
    census.pass(Duration.ofMillis(500));

    List<Block> blocks = history.blocks(
        start,
        census.instant(),
        Duration.ofMinutes(15),
        List.of(Selection.WHOLE, Selection.each(Scope.SITE)));

    Part shop = new Part(Scope.SITE, "shop.example", Part.NO_PROTOCOL);
    assertThat(blocks)
        .extracting(Block::start)
        .containsExactly(start, start.plus(Duration.ofMinutes(15)));
    assertThat(blocks.get(0).observed()).containsExactly(Map.entry("a", 900_000L));
    assertThat(tally(blocks.get(0), H2).get(Measure.REQUESTS)).isEqualTo(900);
    assertThat(tally(blocks.get(0), shop).get(Measure.REQUESTS)).isEqualTo(900);
    assertThat(tally(blocks.get(0), NONE).get(Measure.OBSERVED_MILLIS)).isEqualTo(900_000);
    assertThat(tally(blocks.get(0), H2).get(Measure.IN_FLIGHT_MILLIS)).isEqualTo(1_800_000);
    assertThat(Arrays.stream(tally(blocks.get(1), H2).spread(Spread.FIRST_BYTE)).sum())
        .isEqualTo(900);
    List<Block> short10 =
        history.blocks(start, census.instant(), Duration.ofSeconds(10), List.of(Selection.WHOLE));
    assertThat(short10).hasSize(190);
    assertThat(tally(short10.get(7), H2).get(Measure.REQUESTS)).isEqualTo(10);
    assertThat(history.names(Scope.SITE)).containsExactly("shop.example");
    assertThat(history.nodes(start, census.instant())).containsExactly("a");
    assertThat(history.firstAt()).contains(start);
  }

  @Test
  void totalsHaveTheWholeRangeInOnePoint() {
    census.add(H2, Measure.OPENED, 10);
    recordedSeconds(2 * 3_600 + 600);
    recorder.end();
    recorder.write();
    History.Question sites = new History.Question(
        start.plusSeconds(30),
        census.instant(),
        Selection.each(Scope.SITE),
        Set.of(Measure.REQUESTS),
        Set.of());

    Series totals = history.totals(sites);

    assertThat(totals.from()).as("widened to whole steps").isEqualTo(start);
    assertThat(totals.to()).isEqualTo(census.instant());
    assertThat(totals.points()).singleElement().satisfies(sum -> {
      assertThat(sum.count(SHOP, Measure.REQUESTS)).isEqualTo(2 * 3_600 + 600);
      assertThat(sum.observedMillis()).isEqualTo((2 * 3_600 + 600) * 1_000L);
    });
    Series whole = history.totals(question(start, census.instant()));
    assertThat(whole.points().get(0).mean(H2, Measure.OPEN_MILLIS)).isEqualTo(10.0);
    assertThat(whole.points().get(0).quantile(H2, Spread.FIRST_BYTE, 1.0))
        .isEqualTo(SpreadBuckets.greatest(SpreadBuckets.of(559)));
  }

  @Test
  void totalsOfTheLastHourLackNoSecond() {
    recordedSeconds(3_600 + 600);
    Instant to = census.instant();

    for (int second = 0; second < 60; second += 17) {
      Series totals =
          history.totals(question(to.minus(Duration.ofHours(1)).minusSeconds(second), to));

      assertThat(totals.points().get(0).count(H2, Measure.REQUESTS))
          .as("requests since %s, one each second", totals.from())
          .isEqualTo(Duration.between(totals.from(), totals.to()).toSeconds());
    }
  }

  @Test
  void restartInTheSameMinuteAddsUp() {
    seconds(20);
    recorder.end();
    recorder.write();
    FakeCensus second = new FakeCensus(census.instant());
    HistoryRecorder again = recorder(second, "a");
    again.begin();
    seconds(again, second, 45);
    again.write();
    census.pass(MINUTE);

    Block first = history
        .blocks(start, start.plus(MINUTE), MINUTE, List.of(Selection.WHOLE))
        .get(0);

    assertThat(tally(first, H2).get(Measure.REQUESTS)).isEqualTo(60);
    assertThat(first.observed()).containsEntry("a", 60_000L);
    assertThat(Arrays.stream(tally(first, H2).spread(Spread.FIRST_BYTE)).sum()).isEqualTo(60);
  }

  @Test
  void lastHourOfARestartedNodeHasTheMinutesBeforeTheRestart() {
    seconds(20 * 60);
    recorder.end();
    recorder.write();
    FakeCensus second = new FakeCensus(census.instant());
    HistoryRecorder again = recorder(second, "a");
    again.begin();
    seconds(again, second, 5 * 60 + 1);
    again.write();
    second.pass(Duration.ofSeconds(3));
    History restarted = new History(() -> store, again, second);

    Series whole = restarted.series(question(start, start.plus(MINUTE.multipliedBy(25))));
    Series ofNode = restarted.series(new History.Question(
        start,
        start.plus(MINUTE.multipliedBy(25)),
        Selection.WHOLE.ofNode("a"),
        REQUESTS,
        Set.of()));
    Series totals = restarted.totals(question(start, start.plus(MINUTE.multipliedBy(25))));

    assertThat(List.of(whole, ofNode)).allSatisfy(series -> {
      assertThat(series.step()).isEqualTo(MINUTE);
      assertThat(series.points())
          .hasSize(25)
          .allSatisfy(point -> assertThat(point.count(H2, Measure.REQUESTS)).isEqualTo(60L));
    });
    assertThat(totals.points().get(0).count(H2, Measure.REQUESTS)).isEqualTo(25 * 60L);
    assertThat(restarted
            .series(question(start.plus(MINUTE.multipliedBy(20)), second.instant()))
            .step())
        .as("all of this process")
        .isEqualTo(SECOND);
    store.close();
    assertThat(restarted.series(question(start, second.instant())).step())
        .as("memory is all there is without the store")
        .isLessThan(MINUTE);
  }

  @Test
  void nodesOfAFleetAreSummed() {
    FakeCensus other = new FakeCensus(start);
    HistoryRecorder second = recorder(other, "b");
    second.begin();
    census.add(H2, Measure.OPENED, 10);
    other.add(H2, Measure.OPENED, 5);
    seconds(301);
    seconds(second, other, 181);
    recorder.write();
    second.write();
    census.pass(Duration.ofSeconds(3));

    Series both = history.series(question(start, start.plusSeconds(300)));

    assertThat(both.step()).as("seconds are of one node only").isEqualTo(MINUTE);
    assertThat(both.points()).extracting(Series.Point::nodes).containsExactly(2, 2, 2, 1, 1);
    assertThat(both.points())
        .extracting(point -> point.count(H2, Measure.REQUESTS))
        .containsExactly(120L, 120L, 120L, 60L, 60L);
    assertThat(both.points().get(0).mean(H2, Measure.OPEN_MILLIS)).isEqualTo(15.0);
    Series own = history.series(new History.Question(
        start, start.plusSeconds(300), Selection.WHOLE.ofNode("a"), REQUESTS, Set.of()));
    assertThat(own.step()).isEqualTo(SECOND);
    Series others = history.series(new History.Question(
        start, start.plusSeconds(300), Selection.WHOLE.ofNode("b"), REQUESTS, Set.of()));
    assertThat(others.points())
        .extracting(point -> point.count(H2, Measure.REQUESTS))
        .containsExactly(60L, 60L, 60L, null, null);
    assertThat(history.nodes(start, census.instant())).containsExactly("a", "b");
  }

  @Test
  void nodeThatJoinsOrReplacesAnotherMidwayDoesNotRaiseTheMean() {
    census.add(H2, Measure.OPENED, 10);
    seconds(30 * 60);
    recorder.end();
    recorder.write();
    FakeCensus other = new FakeCensus(census.instant());
    HistoryRecorder second = recorder(other, "b");
    second.begin();
    other.add(H2, Measure.OPENED, 10);
    seconds(second, other, 30 * 60);
    second.end();
    second.write();
    FakeCensus third = new FakeCensus(other.instant().minus(MINUTE.multipliedBy(6)));
    HistoryRecorder joined = recorder(third, "c");
    joined.begin();
    third.add(H2, Measure.OPENED, 10);
    seconds(joined, third, 6 * 60);
    joined.end();
    joined.write();
    census.pass(MINUTE.multipliedBy(90));

    History.Question hours =
        question(start.minus(Duration.ofDays(19)), start.plus(Duration.ofHours(1)));
    Series.Point hour = history.series(hours).points().stream()
        .filter(point -> !point.isGap())
        .findFirst()
        .orElseThrow();

    assertThat(hour.nodes()).isEqualTo(3);
    assertThat(hour.mean(H2, Measure.OPEN_MILLIS))
        .as("10, and 10 in 6 of 60 min")
        .isEqualTo(11.0);
    assertThat(hour.perSecond(H2, Measure.REQUESTS)).isEqualTo(1.1);
    Series total = history.totals(question(start, start.plus(Duration.ofHours(1))));
    assertThat(total.points().get(0).mean(H2, Measure.OPEN_MILLIS)).isEqualTo(11.0);
  }

  @Test
  void minutesOfAnOutageAreWrittenAfterwardsInOrder() throws Exception {
    seconds(61);
    recorder.write();
    store.close();

    seconds(40 * 60);
    assertThat(recorder.write()).isFalse();
    assertThat(recorder.waitingMinutes()).isEqualTo(40);
    assertThat(recorder.complaint()).isNotNull();
    assertThat(history.series(question(start, census.instant())).step())
        .as("memory answers without the store")
        .isEqualTo(Duration.ofSeconds(5));
    assertThatThrownBy(() -> requests(start, census.instant())).isInstanceOf(StoreException.class);

    store = Store.open(url, directory, InstantSource.system());
    assertThat(recorder.write()).isTrue();
    assertThat(recorder.waitingMinutes()).isZero();
    assertThat(recorder.complaint()).isNull();
    assertThat(requests(start, census.instant())).isEqualTo(41 * 60);
    assertThat(history.series(question(start, start.plusSeconds(41 * 60))).points())
        .noneMatch(Series.Point::isGap);
    assertThat(events(EventKind.GAP)).isEmpty();
  }

  @Test
  void outageOfMoreThanAnHourLosesTheOldestMinutes() {
    seconds(61);
    recorder.write();
    store.close();
    seconds(70 * 60);
    recorder.write();

    store = Store.open(url, directory, InstantSource.system());
    recorder.write();

    assertThat(recorder.lostMinutes()).isEqualTo(10);
    assertThat(requests(start, census.instant())).isEqualTo(61 * 60);
    assertThat(events(EventKind.GAP)).singleElement().satisfies(gap -> {
      assertThat(gap.at()).isEqualTo(start.plus(MINUTE));
      assertThat(gap.text())
          .isEqualTo("Lost 10 min between " + start.plus(MINUTE) + " and "
              + start.plus(MINUTE.multipliedBy(11))
              + ": the store was not available for more than 60 min.");
    });
    Series series =
        history.series(question(start.minus(MINUTE.multipliedBy(30)), census.instant()));
    assertThat(series.points().stream()
            .filter(point -> !point.start().isBefore(start))
            .filter(Series.Point::isGap)
            .count())
        .isEqualTo(10);
  }

  @Test
  void stepOfTheClockIsAnEventAndNoWrongNumber() {
    seconds(90);
    census.step(Duration.ofMinutes(-1));
    seconds(90);
    recorder.end();
    recorder.write();

    assertThat(requests(start, census.instant())).isEqualTo(180);
    assertThat(events(EventKind.CLOCK))
        .singleElement()
        .satisfies(
            event -> assertThat(event.text()).isEqualTo("The clock stepped backward by 60.0 s."));
  }

  @Test
  void previousPeriodHasTheSameSteps() {
    recordedSeconds(2 * 3_600 + 1);
    History.Question hour = question(start.plusSeconds(3_600), start.plusSeconds(7_200));
    Series series = history.series(hour);

    Series before = history.previous(hour, series);

    assertThat(before.from()).isEqualTo(start);
    if (series.step().compareTo(MINUTE) >= 0) {
      assertThat(before.points()).hasSameSizeAs(series.points());
    } else {
      assertThat(before.points()).as("no seconds of that hour are kept").isEmpty();
    }
    History.Question old = question(start, start.plusSeconds(3_000));
    Series oldSeries = history.series(old);
    assertThat(history.previous(old, oldSeries).points())
        .hasSameSizeAs(oldSeries.points())
        .allMatch(Series.Point::isGap);
  }

  static Stream<String[]> badRanges() {
    return Stream.of(
        new String[] {"PT0S", "PT0S", "to", "(expected: after "},
        new String[] {"PT1M", "PT30S", "to", "(expected: after "},
        new String[] {"PT48H", "PT72H", "from", "(expected: before now"},
        new String[] {"PT0S", "PT72H", "to", "(expected: not after now"},
        new String[] {"PT-87600H", "PT0S", "from", "(expected: in the last 400 days)"});
  }

  @Test
  void badRangesAreRefusedWithTheirField() {
    seconds(61);
    recorder.write();
    badRanges().forEach(bad -> {
      History.Question question =
          question(start.plus(Duration.parse(bad[0])), start.plus(Duration.parse(bad[1])));
      assertThatThrownBy(() -> history.series(question))
          .as(String.join(" ", bad))
          .isInstanceOfSatisfying(HistoryQuestionException.class, e -> {
            assertThat(e.field()).isEqualTo(bad[2]);
            assertThat(e.text()).contains(bad[3]);
          });
    });
    assertThatThrownBy(() -> history.series(question(Instant.MIN, Instant.MAX)))
        .isInstanceOf(HistoryQuestionException.class);
    assertThatThrownBy(() -> history.blocks(
            start.minus(Duration.ofDays(20)), start, MINUTE, List.of(Selection.WHOLE)))
        .isInstanceOf(HistoryQuestionException.class)
        .hasMessageContaining("PT1M since ");
    assertThatThrownBy(() -> history.blocks(
            start, census.instant(), SECOND, List.of(Selection.site("shop.example"))))
        .isInstanceOf(HistoryQuestionException.class);
  }

  @Test
  void notesOfPeopleAreChecked() {
    HistoryEvents events = new HistoryEvents(() -> store, census);
    seconds(10);
    HistoryEvents.Note note =
        new HistoryEvents.Note(start, EventKind.DEPLOY, "shop", " version 2 ");

    HistoryEvent added = events.add(note, ANN);

    assertThat(added.text()).isEqualTo("version 2");
    assertThat(events.find(added.id())).contains(added);
    assertThat(events
            .list(start, census.instant(), Set.of(EventKind.DEPLOY), NewestFirst.of(10))
            .items())
        .containsExactly(added);
    assertThat(
            events.list(Instant.MIN, Instant.MAX, Set.of(), NewestFirst.of(10)).items())
        .containsExactly(added);
    List<HistoryEvents.Note> bad = List.of(
        new HistoryEvents.Note(start, EventKind.RELOAD, "", "x"),
        new HistoryEvents.Note(start, EventKind.NOTE, "", " "),
        new HistoryEvents.Note(start, EventKind.NOTE, "", "x".repeat(501)),
        new HistoryEvents.Note(start, EventKind.NOTE, "", "a\nb"),
        new HistoryEvents.Note(start.plus(MINUTE.multipliedBy(5)), EventKind.NOTE, "", "x"),
        new HistoryEvents.Note(Instant.MIN, EventKind.NOTE, "", "x"));
    bad.forEach(each -> assertThatThrownBy(() -> events.add(each, ANN))
        .as("%s", each)
        .isInstanceOf(HistoryQuestionException.class));
    HistoryEvents.Note changed = new HistoryEvents.Note(start, EventKind.NOTE, "", "changed");
    assertThat(events.edit(added.id(), changed, new Actor("bob", null), false))
        .isInstanceOf(Outcome.Conflict.class);
    assertThat(events.edit(added.id(), changed, ANN, false)).isInstanceOf(Outcome.Done.class);
    assertThat(events.delete(added.id(), ANN, false)).isInstanceOf(Outcome.Done.class);
  }

  @Test
  void noteThatIsOlderThanAllThatAreKeptIsRefused() {
    List<StoredEvent> notes = new ArrayList<>();
    for (int i = 0; i < EventStore.MOST_NOTES; i++) {
      notes.add(new StoredEvent("note" + i, start, "", "note", "", "x", "ann", true));
    }
    store.events().append(notes);
    HistoryEvents events = new HistoryEvents(() -> store, census);

    HistoryEvents.Note older = new HistoryEvents.Note(start.minus(MINUTE), EventKind.NOTE, "", "x");
    assertThatThrownBy(() -> events.add(older, ANN))
        .isInstanceOf(HistoryQuestionException.class)
        .hasMessageContaining("oldest of the 2000 notes");
    HistoryEvents.Note newer = new HistoryEvents.Note(start.plus(MINUTE), EventKind.NOTE, "", "x");
    census.pass(MINUTE);
    assertThat(events.find(events.add(newer, ANN).id())).isPresent();
  }

  @Test
  void tableHasAColumnForEachCounterAndDistribution() throws Exception {
    List<String> columns = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url.jdbc(), url.user(), null);
        ResultSet found = connection.getMetaData().getColumns(null, null, "rollup", null)) {
      while (found.next()) {
        columns.add(found.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
      }
    }
    List<String> expected =
        new ArrayList<>(List.of("width", "scope", "name", "start", "node", "protocol"));
    Arrays.stream(Measure.values()).map(Measure::column).forEach(expected::add);
    Arrays.stream(Spread.values()).map(Spread::column).forEach(expected::add);

    assertThat(columns).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void storeOfTheFormerSchemaKeepsItsDataAndGetsAHistory() throws Exception {
    store.close();
    String kind = url.jdbc().startsWith("jdbc:sqlite:") ? "sqlite" : "postgresql";
    Flyway former = Flyway.configure(Store.class.getClassLoader())
        .dataSource(url.jdbc(), url.user(), null)
        .locations("classpath:db/" + kind)
        .target("4")
        .cleanDisabled(false)
        .load();
    former.clean();
    former.migrate();
    try (Connection connection = DriverManager.getConnection(url.jdbc(), url.user(), null);
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO manifest (name, version, draft, draft_author, draft_at)"
          + " VALUES ('shop', 1, 'rules: []', 'ann', 5)");
    }

    store = Store.open(url, directory, InstantSource.system());
    seconds(61);

    assertThat(recorder.write()).isTrue();
    assertThat(requests(start, census.instant())).isEqualTo(60);
    try (Connection connection = DriverManager.getConnection(url.jdbc(), url.user(), null);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT draft FROM manifest")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("rules: []");
    }
  }

  @Test
  void recorderWithThreadsWritesThePartOfAMinuteAtItsEnd() {
    FakeCensus running = new FakeCensus(start.plus(MINUTE));
    HistoryRecorder threads =
        new HistoryRecorder(running::take, () -> store, running, () -> "c", running::nanoTime);
    threads.start();
    threads.record(EventKind.RELOAD, "", "x".repeat(600));
    running.add(H2, Measure.REQUESTS, 4);
    running.pass(SECOND);

    threads.close();

    census.pass(MINUTE.multipliedBy(2));
    assertThat(requests(start, start.plus(Duration.ofHours(1)))).isEqualTo(4);
    assertThat(events(EventKind.RELOAD)).singleElement().satisfies(event -> {
      assertThat(event.node()).isEqualTo("c");
      assertThat(event.text()).hasSize(500);
    });
  }

  final List<HistoryEvent> events(EventKind kind) {
    return new HistoryEvents(() -> store, census)
        .list(
            start.minus(MINUTE),
            census.instant().plus(Duration.ofDays(1)),
            Set.of(kind),
            NewestFirst.of(100))
        .items();
  }
}
