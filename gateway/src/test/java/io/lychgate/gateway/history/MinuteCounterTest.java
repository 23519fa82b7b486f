package io.lychgate.gateway.history;

import static io.lychgate.gateway.history.FakeCensus.H2;
import static io.lychgate.gateway.history.FakeCensus.NONE;
import static io.lychgate.gateway.history.FakeCensus.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.store.RollupRow;
import io.lychgate.gateway.store.SpreadCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MinuteCounterTest {
  private static final Instant START = Instant.parse("2026-11-24T10:00:00Z");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final FakeCensus census = new FakeCensus(START);
  private final List<Written> minutes = new ArrayList<>();
  private final List<Written> seconds = new ArrayList<>();
  private final List<Long> steps = new ArrayList<>();
  private final MinuteCounter counter = new MinuteCounter(new Kept());

  private record Written(Instant start, long observedMillis, List<RollupRow> rows) {}

  private final class Kept implements MinuteCounter.Sink {
    @Override
    public void minute(long start, List<RollupRow> rows) {
      minutes.add(new Written(Instant.ofEpochMilli(start), 0, rows));
    }

    @Override
    public void second(long start, long observedMillis, List<RollupRow> rows) {
      seconds.add(new Written(Instant.ofEpochMilli(start), observedMillis, rows));
    }

    @Override
    public void clockStepped(long millis) {
      steps.add(millis);
    }
  }

  private void start() {
    counter.start(census.nanoTime(), census.millis());
  }

  private void tick(Duration time) {
    census.pass(time);
    counter.tick(census.take(), census.millis());
  }

  private void ticks(int count) {
    for (int i = 0; i < count; i++) {
      tick(SECOND);
    }
  }

  private static long value(List<RollupRow> rows, Part part, Measure measure) {
    RollupRow.Key key = new RollupRow.Key(part.scope().token(), part.name(), part.protocol());
    return rows.stream()
        .filter(row -> row.key().equals(key))
        .mapToLong(row -> row.counters()[measure.index()])
        .sum();
  }

  private long total(Part part, Measure measure) {
    return minutes.stream().mapToLong(each -> value(each.rows(), part, measure)).sum();
  }

  @Test
  void minuteHasTheDifferenceOfItsCounters() {
    census.add(H2, Measure.REQUESTS, 5);
    start();
    ticks(30);
    census.add(H2, Measure.REQUESTS, 7).add(H2, Spread.FIRST_BYTE, 1000);
    ticks(31);
    census.add(H2, Measure.REQUESTS, 1);
    ticks(60);

    assertThat(minutes).extracting(Written::start).containsExactly(START, START.plus(MINUTE));
    assertThat(value(minutes.get(0).rows(), H2, Measure.REQUESTS))
        .as("with those before the recorder started")
        .isEqualTo(12);
    assertThat(value(minutes.get(0).rows(), NONE, Measure.OBSERVED_MILLIS)).isEqualTo(60_000);
    assertThat(value(minutes.get(1).rows(), H2, Measure.REQUESTS)).isEqualTo(1);
    long[] firstByte = new long[SpreadBuckets.COUNT];
    RollupRow h2 = minutes.get(0).rows().stream()
        .filter(row -> row.key().protocol().equals("h2"))
        .findFirst()
        .orElseThrow();
    SpreadCode.addTo(firstByte, h2.spreads().get(0));
    assertThat(firstByte[SpreadBuckets.of(1000)]).isEqualTo(1);
  }

  @Test
  void idleMinuteHasOnlyItsObservedTime() {
    start();
    ticks(61);

    assertThat(minutes)
        .singleElement()
        .satisfies(minute -> assertThat(minute.rows()).singleElement().satisfies(row -> {
          assertThat(row.key()).isEqualTo(new RollupRow.Key("all", "", "-"));
          assertThat(row.counters()[Measure.OBSERVED_MILLIS.index()]).isEqualTo(60_000);
        }));
  }

  @Test
  void levelsAreCountedInMilliseconds() {
    start();
    census.add(H2, Measure.OPENED, 10).add(SHOP, Measure.OPENED, 9);
    census.inFlight(H2, 3).inFlight(SHOP, 2);
    ticks(30);
    census.add(H2, Measure.CLOSED_IDLE, 4).add(H2, Measure.CLOSED_BY_RESET, 4);
    ticks(31);

    List<RollupRow> rows = minutes.get(0).rows();
    assertThat(value(rows, H2, Measure.OPEN_MILLIS)).isEqualTo(30 * 10_000 + 30 * 2_000);
    assertThat(value(rows, H2, Measure.IN_FLIGHT_MILLIS)).isEqualTo(60 * 3_000);
    assertThat(value(rows, SHOP, Measure.OPEN_MILLIS)).isEqualTo(60 * 9_000);
    assertThat(value(rows, SHOP, Measure.IN_FLIGHT_MILLIS)).isEqualTo(60 * 2_000);
    assertThat(value(rows, SHOP, Measure.OPENED)).isEqualTo(9);
  }

  @Test
  void partOfAMinuteIsWrittenAtTheEnd() {
    start();
    census.add(H2, Measure.REQUESTS, 2);
    ticks(10);
    counter.endMinute();

    assertThat(total(H2, Measure.REQUESTS)).isEqualTo(2);
    assertThat(total(NONE, Measure.OBSERVED_MILLIS)).isEqualTo(10_000);
  }

  @Test
  void ticksBesideTheFullSecondLoseNoMillisecond() {
    start();
    Random random = new Random(3);
    long micros = 0;
    for (int i = 0; i < 1_000; i++) {
      int pause = 990_000 + random.nextInt(20_000);
      micros += pause;
      tick(Duration.ofNanos(pause * 1_000L));
    }
    counter.endMinute();

    assertThat(total(NONE, Measure.OBSERVED_MILLIS)).isEqualTo(micros / 1_000);
  }

  @Test
  void counterThatFallsStartsFromZero() {
    census.add(H2, Measure.REQUESTS, 100).add(H2, Measure.OPENED, 5);
    start();
    ticks(61);
    census.remove(H2);
    census.add(H2, Measure.REQUESTS, 4);
    ticks(60);

    assertThat(total(H2, Measure.REQUESTS)).isEqualTo(104);
    assertThat(total(H2, Measure.OPENED)).isEqualTo(5);
  }

  @Test
  void partThatWasAwayIsNotCountedTwice() {
    census.add(SHOP, Measure.REQUESTS, 100);
    start();
    ticks(61);
    Tally shop = census.remove(SHOP);
    ticks(60);
    shop.add(Measure.REQUESTS, 1);
    census.put(SHOP, shop);
    ticks(60);

    assertThat(total(SHOP, Measure.REQUESTS)).isEqualTo(101);
  }

  @Test
  void clockThatStepsForwardLeavesAGap() {
    start();
    census.add(H2, Measure.REQUESTS, 2);
    ticks(90);
    census.step(Duration.ofHours(1));
    census.add(H2, Measure.REQUESTS, 3);
    ticks(31);

    assertThat(steps).containsExactly(3_600_000L);
    assertThat(minutes)
        .extracting(Written::start)
        .containsExactly(START, START.plus(MINUTE), START.plus(Duration.ofMinutes(61)));
    assertThat(total(H2, Measure.REQUESTS)).isEqualTo(5);
    counter.endMinute();
    assertThat(total(NONE, Measure.OBSERVED_MILLIS)).isEqualTo(121_000);
  }

  @Test
  void clockThatStepsBackwardAddsToTheSameMinutes() {
    start();
    census.add(H2, Measure.REQUESTS, 2);
    ticks(121);
    census.step(Duration.ofMinutes(-2));
    census.add(H2, Measure.REQUESTS, 3);
    ticks(120);
    counter.endMinute();

    assertThat(steps).containsExactly(-120_000L);
    assertThat(total(H2, Measure.REQUESTS)).isEqualTo(5);
    assertThat(minutes.stream()
            .filter(each -> each.start().equals(START.plus(MINUTE)))
            .mapToLong(each -> value(each.rows(), NONE, Measure.OBSERVED_MILLIS))
            .sum())
        .as("more than its width: readers see the step")
        .isGreaterThan(110_000);
  }

  @Test
  void slowAdjustmentIsNoStep() {
    start();
    for (int i = 0; i < 100; i++) {
      census.step(Duration.ofMillis(i % 2 == 0 ? 1_900 : -1_900));
      tick(SECOND);
    }

    assertThat(steps).isEmpty();
  }

  @Test
  void pauseOfTheProcessIsNotObserved() {
    start();
    ticks(10);
    tick(Duration.ofMinutes(10));
    counter.endMinute();

    assertThat(total(NONE, Measure.OBSERVED_MILLIS)).isEqualTo(15_000);
    assertThat(steps).isEmpty();
    assertThat(minutes)
        .extracting(Written::start)
        .containsExactly(START, START.plus(Duration.ofMinutes(10)));
  }

  @Test
  void noClockChangesTheSumOfAllCounts() {
    start();
    Random random = new Random(11);
    long requests = 0;
    long observed = 0;
    for (int i = 0; i < 3_000; i++) {
      if (random.nextInt(20) == 0) {
        census.step(Duration.ofMillis(random.nextInt(7_200_000) - 3_600_000));
      }
      int more = random.nextInt(5);
      requests += more;
      observed += 1_000;
      census.add(H2, Measure.REQUESTS, more).add(SHOP, Measure.REQUESTS, more);
      tick(SECOND);
    }
    counter.endMinute();

    assertThat(total(H2, Measure.REQUESTS)).isEqualTo(requests);
    assertThat(total(SHOP, Measure.REQUESTS)).isEqualTo(requests);
    assertThat(total(NONE, Measure.OBSERVED_MILLIS)).isEqualTo(observed);
    assertThat(minutes)
        .allSatisfy(minute -> assertThat(minute.rows())
            .allSatisfy(
                row -> assertThat(Arrays.stream(row.counters())).allMatch(count -> count >= 0)));
  }

  @Test
  void secondsHaveTheWholeGatewayOnly() {
    start();
    census.add(H2, Measure.REQUESTS, 2).add(SHOP, Measure.REQUESTS, 2);
    ticks(1);
    census.add(H2, Measure.REQUESTS, 3);
    ticks(2);

    assertThat(seconds)
        .extracting(Written::start)
        .containsExactly(START, START.plus(SECOND), START.plus(SECOND.multipliedBy(2)));
    assertThat(seconds)
        .extracting(each -> value(each.rows(), H2, Measure.REQUESTS))
        .containsExactly(2L, 3L, 0L);
    assertThat(seconds)
        .allSatisfy(
            each -> assertThat(each.rows()).allMatch(row -> row.key().scope().equals("all")));
  }

  @Test
  void sitesBeyondThirtyTwoAreSummed() {
    start();
    for (int i = 0; i < 100; i++) {
      census.add(new Part(Scope.SITE, "site" + i, "h2"), Measure.REQUESTS, i + 1);
      census.add(new Part(Scope.SITE, "site" + i, "h1"), Measure.REQUESTS, 1);
    }
    ticks(61);
    census.add(new Part(Scope.SITE, "site1", "h2"), Measure.REQUESTS, 1_000);
    ticks(60);

    List<RollupRow> rows = minutes.get(0).rows();
    assertThat(rows.stream()
            .filter(row -> row.key().scope().equals("site"))
            .map(row -> row.key().name())
            .distinct())
        .hasSize(33)
        .contains("site99", "site68", "other")
        .doesNotContain("site67");
    assertThat(value(rows, new Part(Scope.SITE, "other", "h2"), Measure.REQUESTS))
        .isEqualTo(68 * 69 / 2);
    assertThat(value(rows, new Part(Scope.SITE, "other", "h1"), Measure.REQUESTS))
        .isEqualTo(68);
    assertThat(minutes.get(1).rows())
        .extracting(row -> row.key().name())
        .as("names stay until the day ends")
        .containsExactlyInAnyOrder("", "other");
  }
}
