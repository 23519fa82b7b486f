package io.lychgate.gateway.history.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.history.report.Report.Figure;
import io.lychgate.gateway.history.report.Report.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The share of false alarms without a change, and the share of intervals that contain a planted change. */
final class ReportCalibrationTest {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final int RUNS = 200;

  /** The estimator was tuned on other seeds. */
  private static final long FIRST_SEED = 50_000;

  private record Rates(int primary, int any) {}

  @ParameterizedTest
  @CsvSource({"7, 900", "14, 3600", "3, 900", "1, 900", "0, 60"})
  void sameTrafficRaisesAtMostFivePercentFalseAlarms(int days, int width) {
    Rates rates = sameTraffic(days, Duration.ofSeconds(width), 2.5);

    assertThat(rates.primary()).as("primary").isLessThanOrEqualTo(RUNS / 20);
    assertThat(rates.any()).as("any figure").isLessThanOrEqualTo(RUNS / 20);
  }

  @Test
  void burstsOfInfiniteVarianceRaiseAtMostFivePercentFalseAlarms() {
    Rates rates = sameTraffic(7, Duration.ofMinutes(15), 1.5);

    assertThat(rates.primary()).isLessThanOrEqualTo(RUNS / 20);
    assertThat(rates.any()).isLessThanOrEqualTo(RUNS / 20);
  }

  /** The counts of a site with little traffic hide noise that lasts for hours, and windows of hours differ by the time of day. */
  @ParameterizedTest
  @CsvSource({"30, 60", "120, 60", "240, 60", "372, 60", "240, 15", "372, 1200"})
  void quickLooksRaiseAtMostFivePercentFalseAlarms(int minutes, double viewsPerHour) {
    int any = 0;
    int made = 0;
    for (int run = 0; run < RUNS; run++) {
      Report report = quickLook(run, Duration.ofMinutes(minutes), viewsPerHour, 1);
      made += report.refused() == null ? 1 : 0;
      any += report.figures().stream().anyMatch(ReportCalibrationTest::isAlarm) ? 1 : 0;
    }

    assertThat(made).isGreaterThan(RUNS / 2);
    assertThat(any).isLessThanOrEqualTo(made / 20);
  }

  @ParameterizedTest
  @CsvSource({"30, 1200", "372, 60"})
  void quickLooksFindThePlantedReduction(int minutes, double viewsPerHour) {
    for (int run = 0; run < 20; run++) {
      Report report = quickLook(run, Duration.ofMinutes(minutes), viewsPerHour, 1 / 6.0);

      assertThat(report.figures())
          .filteredOn(Figure::primary)
          .extracting(Figure::verdict)
          .containsExactly(Verdict.FELL);
    }
  }

  private static Report quickLook(
      int run, Duration length, double viewsPerHour, double connections) {
    Instant at = Instant.parse("2026-06-02T00:00:00Z").plus(Duration.ofMinutes(run * 307L));
    ReportQuestion question = new ReportQuestion(
        at,
        null,
        Duration.ofDays(1),
        ZONE,
        "",
        at.plus(length).plusSeconds(600),
        at.minus(length),
        null);
    ReportPlan plan = BeforeAfter.plan(question).orElseThrow();
    assertThat(plan.basis()).isEqualTo(ReportBasis.QUICK);
    SyntheticTraffic traffic = new SyntheticTraffic(FIRST_SEED + run, ZONE, plan.width())
        .views(viewsPerHour)
        .planted(at, connections);
    return BeforeAfter.report(question, traffic.blocks(plan.from(), plan.to()), List.of());
  }

  private static Rates sameTraffic(int days, Duration width, double tail) {
    int primary = 0;
    int any = 0;
    for (int run = 0; run < RUNS; run++) {
      ReportQuestion question = question(run, days);
      ReportPlan plan = BeforeAfter.plan(question).orElseThrow();
      assertThat(plan.width()).isEqualTo(width);
      SyntheticTraffic traffic = new SyntheticTraffic(FIRST_SEED + run, ZONE, width).tail(tail);
      Report report =
          BeforeAfter.report(question, traffic.blocks(plan.from(), plan.to()), List.of());
      assertThat(report.refused()).isNull();
      primary += report.figures().stream().anyMatch(f -> f.primary() && isAlarm(f)) ? 1 : 0;
      any += report.figures().stream().anyMatch(ReportCalibrationTest::isAlarm) ? 1 : 0;
    }
    return new Rates(primary, any);
  }

  /** Returns a question whose windows have a number of days, or an hour if it is 0, on different weekdays and hours. */
  private static ReportQuestion question(int run, int days) {
    Instant at = Instant.parse("2026-06-02T00:00:00Z").plus(Duration.ofHours(run * 5L));
    if (days == 1 || days == 3) {
      // A weekend on one side only has no partner.
      at = Instant.parse("2026-06-03T12:00:00Z").plus(Duration.ofDays(7L * (run % 20)));
      at = at.plus(Duration.ofMinutes(run % 60)).minus(Duration.ofHours(days == 3 ? 12 : 0));
    }
    Duration length = days == 0 ? Duration.ofMinutes(65) : Duration.ofDays(days).plusHours(26);
    if (days == 1 || days == 3) {
      length = Duration.ofDays(days).plusHours(1);
    }
    boolean old = days == 14;
    return new ReportQuestion(
        at,
        null,
        Duration.ofDays(Math.max(1, days)),
        ZONE,
        "",
        old ? at.plus(Duration.ofDays(25)) : at.plus(length).plusSeconds(600),
        at.minus(length),
        null);
  }

  private static boolean isAlarm(Figure figure) {
    return figure.verdict() == Verdict.FELL || figure.verdict() == Verdict.ROSE;
  }

  @Test
  void plantedReductionIsFoundWithinThreePercentAndCpuWithinItsInterval() {
    int within = 0;
    int cpuInside = 0;
    int runs = 40;
    double cpuChange = SyntheticTraffic.cpuOfView(1 / 6.0) / SyntheticTraffic.cpuOfView(1) - 1;
    for (int run = 0; run < runs; run++) {
      ReportQuestion question = question(run, 7);
      ReportPlan plan = BeforeAfter.plan(question).orElseThrow();
      SyntheticTraffic traffic =
          new SyntheticTraffic(1_000 + run, ZONE, plan.width()).planted(question.at(), 1 / 6.0);
      Report report =
          BeforeAfter.report(question, traffic.blocks(plan.from(), plan.to()), List.of());
      Figure primary =
          report.figures().stream().filter(Figure::primary).findFirst().orElseThrow();
      assertThat(primary.verdict()).isEqualTo(Verdict.FELL);
      within += Math.abs(requireNonNull(primary.change()) - (1 / 6.0 - 1)) <= 0.03 ? 1 : 0;
      Figure cpu = report.figures().stream()
          .filter(figure -> figure.id().equals("cpu-per-view"))
          .findFirst()
          .orElseThrow();
      assertThat(cpu.verdict()).isEqualTo(Verdict.FELL);
      cpuInside +=
          requireNonNull(cpu.low()) <= cpuChange && cpuChange <= requireNonNull(cpu.high()) ? 1 : 0;
    }

    assertThat(within).isEqualTo(runs);
    assertThat(cpuInside).isGreaterThanOrEqualTo(runs * 9 / 10);
  }
}
