package io.lychgate.gateway.experiment.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lychgate.gateway.experiment.analysis.Results.Adjusted;
import io.lychgate.gateway.experiment.analysis.Results.Difference;
import io.lychgate.gateway.experiment.analysis.Results.Direction;
import io.lychgate.gateway.experiment.analysis.Results.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The share of false alarms without a difference, the power with a planted one, and the share of intervals that contain it. */
final class AnalysisCalibrationTest {
  private static final int RUNS = 200;

  /** Fewer than in the product: the error of an interval grows by 4 %, and the test is faster. */
  private static final int DRAWS = 300;

  private static final Duration FOUR_DAYS = Duration.ofDays(4);
  private static final Duration WEEK = Duration.ofDays(7);

  private static Analysis analysis(AnalysisPlan plan) {
    return new Analysis(plan, DRAWS, Sample.MOST_VIEWS);
  }

  private static boolean isAlarm(Kind kind) {
    return kind == Kind.BETTER || kind == Kind.WORSE;
  }

  @Test
  void sameArmsRaiseAtMostFivePercentFalseAlarmsWithALookEachHour() {
    long alarms = IntStream.range(0, RUNS)
        .parallel()
        .filter(
            run -> peeks(new SyntheticVisits(10_000 + run, 3_000, FOUR_DAYS), Duration.ofHours(1)))
        .count();

    assertThat(alarms).isLessThanOrEqualTo(RUNS / 20);
  }

  /** Few networks have most visitors, and are slower; the arms have different shares. */
  @Test
  void visitorsOfSharedNetworksRaiseAtMostFivePercentFalseAlarms() {
    long alarms = IntStream.range(0, RUNS)
        .parallel()
        .filter(run -> peeks(
            new SyntheticVisits(70_000 + run, 4_000, FOUR_DAYS)
                .inNetworks(20_000)
                .plannedShare(0.4),
            Duration.ofHours(12)))
        .count();

    assertThat(alarms).isLessThanOrEqualTo(RUNS / 20);
  }

  /** Returns true if one of the looks, the last of which is at the planned end, finds a difference. */
  private static boolean peeks(SyntheticVisits visits, Duration pause) {
    List<Observation> views = visits.views();
    Instant end = SyntheticVisits.START.plus(FOUR_DAYS);
    Analysis analysis = analysis(visits.planAtEnd(Statistic.MEDIAN));
    int next = 0;
    for (Instant now = SyntheticVisits.START; !now.isAfter(end); now = now.plus(pause)) {
      for (; next < views.size() && views.get(next).at() < now.toEpochMilli(); next++) {
        analysis.add(views.get(next));
      }
      if (isAlarm(analysis.verdictAt(now, List.of()).kind())) {
        return true;
      }
    }
    return false;
  }

  /** Browsers round interactions to 8 ms, so medians jump. Here the steps are as great as a quarter of the deviation of a unit. */
  @Test
  void roundedTimesRaiseAtMostFivePercentFalseAlarms() {
    long alarms = IntStream.range(0, RUNS)
        .parallel()
        .filter(run -> {
          SyntheticVisits visits = new SyntheticVisits(50_000 + run, 1_600, WEEK);
          Analysis analysis = analysis(visits.planAtEnd(Statistic.MEDIAN));
          for (Observation view : visits.views()) {
            double[] values = view.values();
            values[Metric.LOAD.index()] = Math.rint(values[Metric.LOAD.index()] / 150) * 150;
            analysis.add(view);
          }
          return isAlarm(analysis.verdict(List.of()).kind());
        })
        .count();

    assertThat(alarms).isLessThanOrEqualTo(RUNS / 20);
  }

  @Test
  void sameArmsRaiseAtMostFivePercentFalseAlarmsOfAnyFigure() {
    long alarms = IntStream.range(0, RUNS)
        .parallel()
        .filter(run -> {
          SyntheticVisits visits = new SyntheticVisits(20_000 + run, 1_250, WEEK);
          Analysis analysis = analysis(visits.planAtEnd(Statistic.P80));
          visits.views().forEach(analysis::add);
          return analysis.results(List.of()).comparisons().get(0).differences().stream()
              .anyMatch(each -> each.verdict() != null && each.verdict() != Direction.NONE_SHOWN);
        })
        .count();

    assertThat(alarms).isLessThanOrEqualTo(RUNS / 20);
  }

  @ParameterizedTest
  @EnumSource(names = {"MEDIAN", "MEAN"})
  void plannedSizeFindsAShiftOfFivePercentWithEightyPercentPower(Statistic statistic) {
    Planner planner = new Planner(Metric.LOAD, statistic);
    new SyntheticVisits(1, 4_000, WEEK).views().forEach(planner::add);
    long each = planner.unitsPerArm(0.05, 2);
    int runs = 100;

    long found = IntStream.range(0, runs)
        .parallel()
        .filter(run -> {
          // Some units never report a load, so a few more come than the plan asks for.
          SyntheticVisits visits =
              new SyntheticVisits(30_000 + run, (int) (each * 2 / 0.94), WEEK).effect(-0.05);
          Analysis analysis = analysis(visits.planAtEnd(statistic));
          visits.views().forEach(analysis::add);
          return analysis.verdict(List.of()).kind() == Kind.BETTER;
        })
        .count();

    assertThat(each).isBetween(2_000L, 20_000L);
    assertThat(found).isBetween(80L, 98L);
  }

  /** CUPED with a planted correlation of the views of a unit before and after the start. */
  @Test
  void prePeriodNarrowsTheAdjustedDifferenceWithoutMovingIt() {
    List<Adjusted> all = IntStream.range(0, RUNS)
        .parallel()
        .mapToObj(run -> {
          SyntheticVisits visits =
              new SyntheticVisits(60_000 + run, 1_200, WEEK).effect(-0.1).withPrePeriod();
          Analysis analysis = new Analysis(visits.planAtEnd(Statistic.MEAN), 2, Sample.MOST_VIEWS);
          visits.views().forEach(analysis::add);
          return requireNonNull(analysis.results(List.of()).comparisons().get(0).adjusted());
        })
        .toList();

    SummaryStatistics raw = new SummaryStatistics(all, Adjusted::rawDifference);
    SummaryStatistics adjusted = new SummaryStatistics(all, Adjusted::difference);
    SummaryStatistics moved =
        new SummaryStatistics(all, each -> each.difference() - each.rawDifference());
    long covered = all.stream()
        .filter(each -> each.low() <= raw.mean && raw.mean <= each.high())
        .count();

    assertThat(all).allMatch(Adjusted::withPrePeriod);
    double estimated =
        new SummaryStatistics(all, each -> Math.pow(each.error() / each.rawError(), 2)).mean;
    assertThat(estimated).as("variance by the errors").isBetween(0.5, 0.8);
    assertThat(adjusted.variance / raw.variance)
        .as("variance over the experiments")
        .isCloseTo(estimated, within(0.15));
    assertThat(Math.abs(moved.mean)).as("bias").isLessThan(3 * Math.sqrt(moved.variance / RUNS));
    assertThat(covered).as("95 %, and three standard deviations").isBetween(180L, RUNS * 1L);
  }

  /** Visitors of one network resemble each other, whatever their arms, so the differences of networks cancel out. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void adjustedErrorOfNetworksWithVisitorsInBothArmsIsThatOfTheExperiments(boolean withPrePeriod) {
    List<Adjusted> all = IntStream.range(0, RUNS)
        .parallel()
        .mapToObj(run -> {
          SyntheticVisits visits =
              new SyntheticVisits(90_000 + run, 2_000, WEEK).inNetworks(300).networkSpread(1);
          Analysis analysis = new Analysis(
              (withPrePeriod ? visits.withPrePeriod() : visits).planAtEnd(Statistic.MEAN),
              2,
              Sample.MOST_VIEWS);
          visits.views().forEach(analysis::add);
          return requireNonNull(analysis.results(List.of()).comparisons().get(0).adjusted());
        })
        .toList();

    SummaryStatistics found = new SummaryStatistics(all, Adjusted::difference);
    SummaryStatistics stated = new SummaryStatistics(all, each -> Math.pow(each.error(), 2));

    assertThat(all).allMatch(each -> each.withPrePeriod() == withPrePeriod);
    // The variance of 200 values has a standard deviation of 10 %.
    assertThat(stated.mean / found.variance).as("variance by the errors").isBetween(0.75, 1.3);
    assertThat(all.stream().filter(each -> contains(each.low(), each.high(), 0)))
        .as("95 % of 200, and three standard deviations on each side")
        .hasSizeBetween(181, 199);
  }

  /** Mean and variance of a value over runs. */
  private static final class SummaryStatistics {
    private final double mean;
    private final double variance;

    SummaryStatistics(List<Adjusted> all, ToDoubleFunction<Adjusted> value) {
      mean = all.stream().mapToDouble(value).average().orElseThrow();
      variance = all.stream()
              .mapToDouble(each -> Math.pow(value.applyAsDouble(each) - mean, 2))
              .sum()
          / (all.size() - 1);
    }
  }

  @Test
  void intervalsContainThePlantedDifference() {
    double effect = -0.1;
    List<Results> results = IntStream.range(0, RUNS)
        .parallel()
        .mapToObj(run -> {
          SyntheticVisits visits = new SyntheticVisits(40_000 + run, 1_200, WEEK).effect(effect);
          Analysis analysis = analysis(visits.planAtEnd(Statistic.MEDIAN));
          visits.views().forEach(analysis::add);
          return analysis.results(List.of());
        })
        .toList();

    double spread = Math.hypot(SyntheticVisits.OF_UNIT, SyntheticVisits.OF_VIEW);
    for (Statistic statistic : List.of(Statistic.MEDIAN, Statistic.P80)) {
      double z = NormalDistribution.of(0, 1).inverseCumulativeProbability(statistic.quantile());
      double truth = Math.exp(SyntheticVisits.LEVEL + spread * z) * effect;
      List<Difference> figures =
          results.stream().map(each -> figure(each, statistic)).toList();
      // 95 % of 200, and three standard deviations on each side.
      assertThat(figures.stream().filter(each -> contains(each.low(), each.high(), truth)))
          .as("bootstrap")
          .hasSizeBetween(181, 199);
      assertThat(
              figures.stream().filter(each -> contains(each.checkLow(), each.checkHigh(), truth)))
          .as("Woodruff")
          .hasSizeBetween(181, 199);
      assertThat(figures.stream()
              .filter(each -> contains(each.changeLow(), each.changeHigh(), effect)))
          .as("ratio")
          .hasSizeBetween(181, 199);
    }
  }

  /** Without an effect, and with the networks in both arms, the weights must move neither the difference nor the width of its interval. */
  @Test
  void intervalsOfVisitorsOfSharedNetworksContainTheTruth() {
    List<Results> results = IntStream.range(0, RUNS)
        .parallel()
        .mapToObj(run -> {
          SyntheticVisits visits =
              new SyntheticVisits(80_000 + run, 2_000, WEEK).inNetworks(3_000).plannedShare(0.3);
          Analysis analysis =
              new Analysis(visits.planAtEnd(Statistic.MEDIAN), 100, Sample.MOST_VIEWS);
          visits.views().forEach(analysis::add);
          return analysis.results(List.of());
        })
        .toList();

    for (Statistic statistic : List.of(Statistic.MEDIAN, Statistic.MEAN)) {
      List<Difference> figures =
          results.stream().map(each -> figure(each, statistic)).toList();
      // 95 % of 200, and three standard deviations on each side.
      assertThat(figures.stream().filter(each -> contains(each.low(), each.high(), 0)))
          .as("bootstrap of the " + statistic)
          .hasSizeBetween(181, 199);
      assertThat(figures.stream().filter(each -> contains(each.checkLow(), each.checkHigh(), 0)))
          .as("linearization of the " + statistic)
          .hasSizeBetween(181, 199);
    }
  }

  private static boolean contains(@Nullable Double low, @Nullable Double high, double truth) {
    return requireNonNull(low) <= truth && truth <= requireNonNull(high);
  }

  private static Difference figure(Results results, Statistic statistic) {
    return results.comparisons().get(0).differences().stream()
        .filter(each -> each.id().equals("load-" + statistic.token()))
        .findFirst()
        .orElseThrow();
  }
}
