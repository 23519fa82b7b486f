package io.lychgate.gateway.experiment.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lychgate.gateway.experiment.analysis.AnalysisPlan.Arm;
import io.lychgate.gateway.experiment.analysis.AnalysisPlan.UnitKind;
import io.lychgate.gateway.experiment.analysis.Results.Adjusted;
import io.lychgate.gateway.experiment.analysis.Results.AtEnd;
import io.lychgate.gateway.experiment.analysis.Results.Basis;
import io.lychgate.gateway.experiment.analysis.Results.Comparison;
import io.lychgate.gateway.experiment.analysis.Results.Difference;
import io.lychgate.gateway.experiment.analysis.Results.Direction;
import io.lychgate.gateway.experiment.analysis.Results.Kind;
import io.lychgate.gateway.experiment.analysis.Results.RatioCheck;
import io.lychgate.gateway.experiment.analysis.Results.Verdict;
import io.lychgate.gateway.message.ArmAssignment.Period;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AnalysisTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Instant END = SyntheticVisits.START.plus(DAY);

  private static Results results(SyntheticVisits visits, List<Observation> views) {
    return Analysis.of(visits.planAtEnd(Statistic.MEDIAN), views, List.of());
  }

  private static Difference figure(Results results, String id) {
    return results.comparisons().get(0).differences().stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** The estimate of the second arm moves by less than a tenth of its interval. */
  private static void assertSmallMove(Results before, Results after, String id, double absurd) {
    double moved = requireNonNull(figure(after, id).arm())
        - requireNonNull(figure(before, id).arm());
    double reach = requireNonNull(figure(before, id).high())
        - requireNonNull(figure(before, id).low());
    assertThat(Math.abs(moved)).as(id + " of " + absurd).isLessThan(reach / 10);
  }

  @Test
  void plantedDifferenceIsTheVerdictOnTheLastDay() {
    SyntheticVisits visits = new SyntheticVisits(1, 3_000, DAY).effect(-0.2);
    Results results = results(visits, visits.views());

    assertThat(results.verdict().kind()).isEqualTo(Kind.BETTER);
    assertThat(results.verdict().arm()).isEqualTo("h2");
    assertThat(results.verdict().sentence())
        .startsWith("Arm h2 is better than h1: the median of Load is ")
        .contains(" %)")
        .endsWith(" client networks behind it.");
    assertThat(results.verdict().visitors()).isBetween(2_600L, 3_000L);
    assertThat(figure(results, "load-median").verdict()).isEqualTo(Direction.BETTER);
    assertThat(figure(results, "ttfb-median").verdict()).isEqualTo(Direction.BETTER);
    assertThat(figure(results, "ttfb-median").adjusted()).isLessThan(0.05);
    assertThat(figure(results, "load-p95").verdict()).isNull();
    assertThat(figure(results, "lcp-median").missing()).contains("0 of at least 50");
    assertThat(results.comparisons().get(0).quantiles()).hasSize(19);
  }

  @Test
  void checksOfAnExperimentWithoutUnitsExpectNone() {
    Results results = results(new SyntheticVisits(1, 3_000, DAY), List.of());

    assertThat(results.checks()).isNotEmpty().allSatisfy(check -> {
      assertThat(check.expected()).allSatisfy(units -> assertThat(units).isZero());
      assertThat(check.blocks()).isFalse();
    });
  }

  @Test
  void greatDifferenceIsFoundBeforeTheEndAndASmallOneIsNot() {
    Instant noon = SyntheticVisits.START.plus(Duration.ofHours(12));
    SyntheticVisits great = new SyntheticVisits(2, 4_000, DAY).effect(0.4);
    SyntheticVisits small = new SyntheticVisits(3, 4_000, DAY).effect(0.01);

    Verdict ofGreat = Analysis.of(great.plan(Statistic.MEDIAN, noon), great.views(), List.of())
        .verdict();
    Verdict ofSmall = Analysis.of(small.plan(Statistic.MEDIAN, noon), small.views(), List.of())
        .verdict();

    assertThat(ofGreat.kind()).isEqualTo(Kind.WORSE);
    assertThat(ofGreat.sentence()).contains("always-valid 99.5 % interval");
    assertThat(ofGreat.hint()).isEqualTo("Keep h1.");
    Results early = Analysis.of(great.plan(Statistic.MEDIAN, noon), great.views(), List.of());
    assertThat(figure(early, "load-median").verdict()).isEqualTo(Direction.WORSE);
    assertThat(figure(early, "ttfb-median").verdict()).isNull();
    assertThat(ofSmall.kind()).isEqualTo(Kind.UNDECIDED);
    assertThat(ofSmall.hint()).isEqualTo("Wait. The planned end is 2026-03-03 00:00 UTC.");
  }

  @Test
  void sameArmsHaveNoDifferenceBeyondNoiseAtTheEnd() {
    SyntheticVisits visits = new SyntheticVisits(4, 3_000, DAY);

    Verdict verdict = results(visits, visits.views()).verdict();

    assertThat(verdict.kind()).isEqualTo(Kind.NO_DIFFERENCE);
    assertThat(verdict.sentence())
        .startsWith("No difference beyond noise: the median of Load of arm h2");
  }

  /** With a number of units that is a power of two, the sums have no rounding error that would pass for spread. */
  @ParameterizedTest
  @EnumSource
  void valuesWithoutSpreadDifferIfTheyAreNotEqual(Statistic statistic) {
    SyntheticVisits visits = new SyntheticVisits(1, 1_024, DAY);
    Observation control = firstOf(visits, SyntheticVisits.CONTROL);
    Observation arm = firstOf(visits, SyntheticVisits.ARM);
    List<Observation> different = new ArrayList<>();
    List<Observation> equal = new ArrayList<>();
    for (int unit = 0; unit < 1_024; unit++) {
      boolean isControl = unit % 2 == 0;
      different.add(with(isControl ? control : arm, unit, "loaded", isControl ? 1_000 : 800));
      equal.add(with(isControl ? control : arm, unit, "loaded", 1_000));
    }

    Results results = Analysis.of(visits.planAtEnd(statistic), different, List.of());

    assertThat(results.verdict().kind()).isEqualTo(Kind.BETTER);
    assertThat(figure(results, "load-" + statistic.token()).chance()).isZero();
    assertThat(
            Analysis.of(visits.planAtEnd(statistic), equal, List.of()).verdict().kind())
        .isEqualTo(Kind.NO_DIFFERENCE);
  }

  private static Observation firstOf(SyntheticVisits visits, String arm) {
    return visits.views().stream()
        .filter(each -> each.arm().equals(arm))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void tooFewUnitsGiveNoVerdictHoweverGreatTheDifference() {
    SyntheticVisits visits = new SyntheticVisits(5, 900, DAY).effect(1);

    Results results = results(visits, visits.views());

    assertThat(results.verdict().kind()).isEqualTo(Kind.NOT_ENOUGH);
    assertThat(results.verdict().sentence()).contains("of at least 500 with Load");
    assertThat(results.comparisons().get(0).sequence()).isNull();
  }

  @Test
  void noViewsAtAllGiveNoVerdict() {
    Results results = results(new SyntheticVisits(6, 0, DAY), List.of());

    assertThat(results.verdict().kind()).isEqualTo(Kind.NOT_ENOUGH);
    assertThat(results.arms().get(0).failedShare()).isNull();
    assertThat(results.checks()).noneMatch(RatioCheck::blocks);
  }

  @Test
  void sampleRatioMismatchBlocksTheVerdict() {
    SyntheticVisits visits = new SyntheticVisits(7, 6_000, DAY).effect(-0.3).firstShare(0.46);

    Verdict verdict = results(visits, visits.views()).verdict();

    assertThat(verdict.kind()).isEqualTo(Kind.BLOCKED);
    assertThat(verdict.arm()).isNull();
    assertThat(verdict.sentence()).startsWith("No verdict: arm ").contains("were expected (p ");
  }

  @Test
  void assignedUnitsOfTheCountersAreChecked() {
    SyntheticVisits visits = new SyntheticVisits(8, 3_000, DAY);

    Results even = Analysis.of(
        visits.planAtEnd(Statistic.MEDIAN),
        visits.views(),
        List.of(counters("h1", 2_000), counters("h2", 2_003)));
    Results skewed = Analysis.of(
        visits.planAtEnd(Statistic.MEDIAN),
        visits.views(),
        List.of(counters("h1", 2_000), counters("h2", 2_400)));

    assertThat(even.verdict().kind()).isEqualTo(Kind.NO_DIFFERENCE);
    assertThat(even.arms().get(1).assignedUnits()).isEqualTo(2_003);
    assertThat(even.arms().get(1).connectionsPer1000()).isEqualTo(1_500);
    assertThat(even.arms().get(1).h1EquivalentPer1000()).isEqualTo(6_000);
    assertThat(even.arms().get(1).cpuMillisPer1000()).isEqualTo(2_500);
    assertThat(even.arms().get(1).got()).isEqualTo(new Results.Got(10, 3_980, 0, 10));
    assertThat(skewed.verdict().kind()).isEqualTo(Kind.BLOCKED);
    assertThat(skewed.checks().get(0).chance()).isLessThan(0.001);
  }

  private static ArmCounters counters(String arm, long units) {
    return new ArmCounters(
        arm,
        units,
        units,
        4_000,
        6_000,
        10_000_000_000L,
        40_000,
        4,
        1 << 30,
        0,
        0,
        0,
        10,
        3_980,
        0,
        24_000);
  }

  @Test
  void armThatReportsLessBlocksTheVerdict() {
    SyntheticVisits visits = new SyntheticVisits(9, 4_000, DAY);
    List<Observation> views = new ArrayList<>();
    for (Observation view : visits.views()) {
      // Slow page views of the arm are left before they report.
      boolean isLost = view.arm().equals("h2") && view.value(Metric.LOAD) > 2_000;
      views.add(isLost ? with(view, view.unit(), "unreported", Double.NaN) : view);
    }

    Results results = results(visits, views);

    assertThat(results.verdict().kind()).isEqualTo(Kind.BLOCKED);
    assertThat(results.verdict().sentence()).contains("has reports of");
    assertThat(results.checks().get(0).blocks()).isFalse();
    assertThat(results.checks().get(1).blocks()).isTrue();
  }

  private static Observation with(Observation view, long unit, String outcome, double load) {
    return with(view, unit, unit, outcome, load);
  }

  private static Observation with(
      Observation view, long unit, long cluster, String outcome, double load) {
    double[] values = new double[Metric.values().length];
    Arrays.fill(values, Double.NaN);
    values[Metric.LOAD.index()] = load;
    return new Observation(
        view.arm(),
        unit,
        cluster,
        Period.UNKNOWN,
        view.at(),
        view.site(),
        view.page(),
        view.got(),
        outcome,
        view.cacheState(),
        view.device(),
        view.network(),
        values);
  }

  @Test
  void floodOfOneNetworkCountsAsOneUnit() {
    for (double absurd : new double[] {0, 600_000}) {
      for (Statistic statistic : List.of(Statistic.MEDIAN, Statistic.MEAN)) {
        SyntheticVisits visits = new SyntheticVisits(10, 2_000, DAY);
        List<Observation> views = new ArrayList<>(visits.views());
        Results before = Analysis.of(visits.planAtEnd(statistic), views, List.of());
        Observation first =
            views.stream().filter(view -> view.arm().equals("h2")).findFirst().orElseThrow();
        for (int i = 0; i < 50_000; i++) {
          views.add(with(first, 4711, "loaded", absurd));
        }
        Results after = Analysis.of(visits.planAtEnd(statistic), views, List.of());

        assertThat(before.verdict().kind()).isEqualTo(Kind.NO_DIFFERENCE);
        assertThat(after.verdict().kind()).isEqualTo(Kind.NO_DIFFERENCE);
        assertSmallMove(before, after, "load-" + statistic.token(), absurd);
        assertThat(after.arms().get(1).units()).isEqualTo(before.arms().get(1).units() + 1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MEDIAN", "MEAN"})
  void networkOfThousandCookiesFlipsNoVerdict(Statistic statistic) {
    for (double absurd : new double[] {0, 600_000}) {
      SyntheticVisits visits = new SyntheticVisits(20, 3_000, DAY);
      AnalysisPlan plan = visits.planAtEnd(statistic);
      Observation first = visits.views().stream()
          .filter(view -> view.arm().equals("h2"))
          .findFirst()
          .orElseThrow();
      List<Observation> ofOne = new ArrayList<>(visits.views());
      List<Observation> ofMany = new ArrayList<>(visits.views());
      for (int i = 0; i < 1_000; i++) {
        ofOne.add(with(first, 1_000 + i, 4711, "loaded", absurd));
        ofMany.add(with(first, 1_000 + i, "loaded", absurd));
      }

      Results before = analysis(plan, visits.views()).results(List.of());
      Results after = analysis(plan, ofOne).results(List.of());

      assertThat(analysis(plan, ofMany).verdict(List.of()).kind())
          .as("each a network")
          .isEqualTo(Kind.BLOCKED);
      assertThat(before.verdict().kind()).isEqualTo(Kind.NO_DIFFERENCE);
      assertThat(after.verdict().kind()).isEqualTo(Kind.NO_DIFFERENCE);
      assertSmallMove(before, after, "load-" + statistic.token(), absurd);
      assertThat(after.notes())
          .anyMatch(note -> note.contains("those of one client network on one day share"));
    }
  }

  /** The forged visitors are in both arms, so the ratio of the sample is right, and only their times are not. */
  @Test
  void networkWithForgedTimesInBothArmsFlipsNoVerdict() {
    SyntheticVisits visits = new SyntheticVisits(21, 3_000, DAY);
    AnalysisPlan plan = visits.planAtEnd(Statistic.MEDIAN);
    Observation first = visits.views().get(0);
    List<Observation> ofOne = new ArrayList<>(visits.views());
    List<Observation> ofMany = new ArrayList<>(visits.views());
    for (int i = 0; i < 1_000; i++) {
      Observation forged = first.inArm(i % 2 == 0 ? "h1" : "h2");
      double load = i % 2 == 0 ? 300 : 3_000;
      ofOne.add(with(forged, 1_000 + i, 4711, "loaded", load));
      ofMany.add(with(forged, 1_000 + i, "loaded", load));
    }

    assertThat(analysis(plan, ofMany).verdict(List.of()).kind())
        .as("each a network")
        .isEqualTo(Kind.WORSE);
    assertThat(analysis(plan, ofOne).verdict(List.of()).kind()).isEqualTo(Kind.NO_DIFFERENCE);
  }

  /** With fewer draws than in the product. */
  private static Analysis analysis(AnalysisPlan plan, List<Observation> views) {
    Analysis analysis = new Analysis(plan, 300, Sample.MOST_VIEWS);
    views.forEach(analysis::add);
    return analysis;
  }

  @Test
  void networkWhoseVisitorsReportNothingBlocksNoVerdict() {
    SyntheticVisits visits = new SyntheticVisits(22, 3_000, DAY).inNetworks(1_000_000);
    AnalysisPlan plan = visits.plan(Statistic.MEDIAN, END.plus(DAY));
    List<Observation> views = new ArrayList<>(visits.views());
    Observation first =
        views.stream().filter(view -> view.arm().equals("h2")).findFirst().orElseThrow();
    List<Observation> ofMany = new ArrayList<>(views);
    for (int i = 0; i < 1_000; i++) {
      views.add(with(first, 1_000 + i, 4711, "unreported", Double.NaN));
      ofMany.add(with(first, 1_000 + i, 50_000_000 + i, "unreported", Double.NaN));
    }
    // The counters have each visitor of both arms, as the assignment is random.
    List<ArmCounters> counters = List.of(counters("h1", 2_500), counters("h2", 2_500));

    assertThat(analysis(plan, ofMany).verdict(counters).kind()).isEqualTo(Kind.BLOCKED);
    assertThat(analysis(plan, views).verdict(counters).kind()).isEqualTo(Kind.NO_DIFFERENCE);
  }

  @Test
  void visitorsOfFewNetworksAreNotEnough() {
    SyntheticVisits visits = new SyntheticVisits(23, 3_000, DAY).inNetworks(20).effect(1);

    Verdict verdict =
        analysis(visits.planAtEnd(Statistic.MEDIAN), visits.views()).verdict(List.of());

    assertThat(verdict.kind()).isEqualTo(Kind.NOT_ENOUGH);
    assertThat(verdict.sentence()).contains("those of one network count as one");
    assertThat(verdict.visitors()).isGreaterThan(500);
  }

  @Test
  void floodOfOneNetworkDisplacesNoOther() {
    SyntheticVisits visits = new SyntheticVisits(24, 2_000, DAY);
    Analysis analysis = new Analysis(visits.planAtEnd(Statistic.MEDIAN), 200, 12_000);
    List<Observation> views = visits.views();
    for (int i = 0; i < 100_000; i++) {
      analysis.add(with(views.get(0), 1_000 + i, 4711, "loaded", 1));
    }
    views.forEach(analysis::add);

    Results results = analysis.results(List.of());

    assertThat(results.keptShare()).isEqualTo(1);
    assertThat(results.arms().stream().mapToLong(Results.ArmResult::units).sum())
        .isEqualTo(2_000 + Sample.UNITS_OF_NETWORK);
  }

  @Test
  void unitsThatNeverComeBackAfterThePrePeriodDisplaceNoOther() {
    SyntheticVisits visits = new SyntheticVisits(27, 2_000, DAY).withPrePeriod();
    Analysis analysis = new Analysis(visits.planAtEnd(Statistic.MEDIAN), 200, 6_000);
    Observation first = visits.views().get(0);
    long before = SyntheticVisits.START.toEpochMilli() - 1;
    for (int i = 0; i < 50_000; i++) {
      analysis.add(sent(with(first, 1_000 + i, "loaded", 1_000), Period.BEFORE, before));
    }
    visits.views().forEach(analysis::add);

    Results results = analysis.results(List.of());

    assertThat(results.keptShare()).isEqualTo(1);
    assertThat(results.arms().stream().mapToLong(Results.ArmResult::units).sum())
        .isEqualTo(2_000);
  }

  @Test
  void viewsBelongToThePeriodInWhichTheirGatewaySentThem() {
    SyntheticVisits visits = new SyntheticVisits(25, 2_000, DAY);
    long start = SyntheticVisits.START.toEpochMilli();
    List<Observation> views = new ArrayList<>(visits.views());
    AnalysisPlan plan = visits.planAtEnd(Statistic.MEDIAN);
    Results without = analysis(plan, views).results(List.of());
    Observation first = views.get(0);
    for (int i = 0; i < 500; i++) {
      // The clock of one gateway is ahead, and that of another is behind.
      views.add(sent(with(first, 1_000 + i, "loaded", 1), Period.BEFORE, start + 1_000));
      views.add(sent(with(first, 9_000 + i, "loaded", 1), Period.DURING, start - 1_000));
    }

    Results with = analysis(plan, views).results(List.of());

    assertThat(with.arms().stream().mapToLong(Results.ArmResult::units).sum())
        .isEqualTo(without.arms().stream().mapToLong(Results.ArmResult::units).sum() + 500);
  }

  private static Observation sent(Observation view, Period period, long at) {
    return new Observation(
        view.arm(),
        view.unit(),
        view.cluster(),
        period,
        at,
        view.site(),
        view.page(),
        view.got(),
        view.outcome(),
        view.cacheState(),
        view.device(),
        view.network(),
        view.values());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void experimentWhoseArmsWereAllStoppedNamesTheReasons(boolean isLastUnknown) {
    SyntheticVisits visits = new SyntheticVisits(26, 3_000, DAY).firstShare(0.4);
    AnalysisPlan plan = visits.planAtEnd(Statistic.MEDIAN);
    List<Arm> arms = List.of(
        new Arm("h1", 1),
        new Arm("h3", 1, true, "5xx of 3 % against 0 %"),
        new Arm("h2", 1, isLastUnknown, "p95 of 900 ms against 300 ms"));
    AnalysisPlan halted = new AnalysisPlan(
        plan.experiment(),
        arms,
        plan.metric(),
        plan.statistic(),
        UnitKind.NETWORK,
        plan.from(),
        plan.plannedEnd(),
        plan.plannedUnits(),
        END.minusSeconds(3_600),
        END);

    Results results = Analysis.of(halted, visits.views(), List.of());

    assertThat(results.checks().get(0).blocks()).isEqualTo(!isLastUnknown);
    assertThat(results.verdict().kind()).isEqualTo(Kind.STOPPED);
    assertThat(results.verdict().sentence())
        .isEqualTo(
            "No verdict: guardrails stopped each arm besides h1. h3: 5xx of 3 % against 0 %; h2: p95 of 900 ms against 300 ms.");
    assertThat(results.verdict().hint()).startsWith("Keep h1.");
  }

  @Test
  void reportsOfAnArmThatWasStoppedBlockNoVerdict() {
    List<Arm> arms = List.of(new Arm("a", 1), new Arm("b", 1, true, "5xx"), new Arm("c", 1));
    AnalysisPlan plan = new AnalysisPlan(
        "e", arms, Metric.LOAD, Statistic.MEAN, UnitKind.NETWORK, END, null, 0, null, END);

    RatioCheck check = RatioTest.reports(
        "reporting", plan, new long[] {900, 10, 910}, new long[] {1_000, 500, 1_010});

    assertThat(check.blocks()).isFalse();
  }

  @Test
  void failedAndTruncatedLoadsAreCountedExactly() {
    SyntheticVisits visits = new SyntheticVisits(11, 2_000, DAY);
    List<Observation> views = visits.views();

    Results results = results(visits, views);

    for (Results.ArmResult arm : results.arms()) {
      assertThat(arm.outcomes().failed()).isEqualTo(count(views, arm.name(), "failed"));
      assertThat(arm.outcomes().truncated()).isEqualTo(count(views, arm.name(), "truncated"));
      assertThat(arm.outcomes().loaded()).isEqualTo(count(views, arm.name(), "loaded"));
      assertThat(arm.views())
          .isEqualTo(views.stream().filter(v -> v.arm().equals(arm.name())).count());
    }
  }

  private static long count(List<Observation> views, String arm, String outcome) {
    return views.stream()
        .filter(view -> view.arm().equals(arm) && view.outcome().equals(outcome))
        .count();
  }

  @Test
  void brokenValuesAreAbsentAndUnitsThatSwitchArmsAreNamed() {
    SyntheticVisits visits = new SyntheticVisits(12, 2_000, DAY);
    List<Observation> views = new ArrayList<>(visits.views());
    Results before = results(visits, views);
    Observation first = views.get(0);
    for (double broken : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY}) {
      views.add(with(first, 99, "loaded", broken));
    }
    String other = first.arm().equals("h1") ? "h2" : "h1";
    Observation moved = new Observation(
        other,
        first.unit(),
        first.unit(),
        Period.UNKNOWN,
        first.at(),
        "",
        "",
        "h1",
        "loaded",
        "",
        "",
        "",
        new double[0]);
    views.add(moved);
    views.add(new Observation(
        "h9", 5, 5, Period.UNKNOWN, first.at(), "", "", "h1", "loaded", "", "", "", new double[0]));

    Results after = results(visits, views);

    assertThat(figure(after, "load-median").control())
        .isEqualTo(figure(before, "load-median").control());
    assertThat(after.notes())
        .contains(
            "1 page view came from a unit that was in another arm before. They are left out.",
            "1 page view had an unknown arm. They are left out.");
  }

  @Test
  void viewsAfterThePlannedEndDoNotChangeTheResults() {
    SyntheticVisits visits = new SyntheticVisits(13, 2_000, DAY);
    List<Observation> views = new ArrayList<>(visits.views());
    Results atEnd = results(visits, views);
    AnalysisPlan later = visits.plan(Statistic.MEDIAN, END.plus(DAY));
    for (int i = 0; i < 1_000; i++) {
      Observation view = views.get(i);
      views.add(new Observation(
          view.arm(),
          i,
          i,
          Period.UNKNOWN,
          END.toEpochMilli() + i,
          "",
          "",
          "h1",
          "loaded",
          "",
          "",
          "",
          view.values()));
    }

    Results after = Analysis.of(later, views, List.of());

    assertThat(after.verdict()).isEqualTo(atEnd.verdict());
    assertThat(after.comparisons()).isEqualTo(atEnd.comparisons());
  }

  @Test
  void moreViewsThanFitAreAnalysedByARandomPartOfTheUnits() {
    SyntheticVisits visits = new SyntheticVisits(14, 20_000, DAY).effect(-0.2);
    Analysis analysis = new Analysis(visits.planAtEnd(Statistic.MEDIAN), 200, 12_000);
    visits.views().forEach(analysis::add);

    Results results = analysis.results(List.of(counters("h1", 10_000), counters("h2", 10_000)));

    assertThat(results.keptShare()).isEqualTo(0.25);
    assertThat(results.verdict().kind()).isEqualTo(Kind.BETTER);
    assertThat(results.verdict().visitors()).isCloseTo(19_000, within(1_500L));
    assertThat(results.checks()).noneMatch(RatioCheck::blocks);
    assertThat(results.notes()).anyMatch(note -> note.contains("25 %"));
  }

  @Test
  void networkWithManyVisitorsGainsNoWeightIfMoreViewsComeThanFit() {
    SyntheticVisits visits = new SyntheticVisits(28, 10, DAY);
    Observation first = visits.views().get(0);
    Analysis analysis = new Analysis(visits.planAtEnd(Statistic.MEAN), 2, 1_000);
    for (int i = 0; i < 600; i++) {
      analysis.add(with(first, i, 1_000_000 + i, "loaded", 100).inArm(i % 2 == 0 ? "h1" : "h2"));
    }
    for (int i = 0; i < 3_000; i++) {
      analysis.add(with(first, 10_000 + i, 2_000_000 + i % 60, "loaded", 1_000)
          .inArm(i % 120 < 60 ? "h1" : "h2"));
    }

    Results results = analysis.results(List.of());

    // 60 of 660 networks are slow. With a quarter of the units, all of these would stay.
    assertThat(results.keptShare()).isEqualTo(1);
    assertThat(results.arms())
        .allSatisfy(arm -> assertThat(arm.figures())
            .filteredOn(figure -> figure.metric() == Metric.LOAD)
            .singleElement()
            .satisfies(figure -> assertThat(figure.mean()).isCloseTo(182, within(20.0))));
  }

  @Test
  void visitorsWhoReturnFromOtherNetworksAreNotPreferredIfMoreViewsComeThanFit() {
    SyntheticVisits visits = new SyntheticVisits(28, 10, DAY);
    Observation first = visits.views().get(0);
    Analysis analysis = new Analysis(visits.planAtEnd(Statistic.MEAN), 2, 1_300);
    for (int day = 1; day <= 2; day++) {
      for (int i = 0; i < 4_000; i++) {
        analysis.add(
            with(first, i, day * 1_000_000 + i, "loaded", 100).inArm(i % 2 == 0 ? "h1" : "h2"));
      }
    }

    Results results = analysis.results(List.of());

    assertThat(results.keptShare()).isEqualTo(0.125);
    assertThat(results.arms().stream().mapToLong(Results.ArmResult::units).sum())
        .isCloseTo(500, within(60L));
  }

  @Test
  void prePeriodNarrowsTheAdjustedInterval() {
    SyntheticVisits visits = new SyntheticVisits(15, 3_000, DAY);
    List<Observation> views = new ArrayList<>(visits.views());
    Adjusted without = adjusted(results(visits, views));
    for (Observation view : visits.views()) {
      views.add(new Observation(
          view.arm(),
          view.unit(),
          view.unit(),
          Period.UNKNOWN,
          view.at() - DAY.toMillis(),
          view.site(),
          view.page(),
          view.got(),
          view.outcome(),
          view.cacheState(),
          view.device(),
          view.network(),
          view.values()));
    }
    Results results = results(visits, views);
    Adjusted with = adjusted(results);

    assertThat(without.withPrePeriod()).isFalse();
    assertThat(without.error()).isCloseTo(without.rawError(), within(without.rawError() * 0.05));
    assertThat(with.withPrePeriod()).isTrue();
    assertThat(with.error()).isLessThan(with.rawError() / 3);
    assertThat(results.notes()).noneMatch(note -> note.startsWith("No pre-period"));
  }

  private static Adjusted adjusted(Results results) {
    return requireNonNull(results.comparisons().get(0).adjusted());
  }

  @Test
  void sameInputGivesTheSameResultsInAnyOrderOfUnits() {
    SyntheticVisits visits = new SyntheticVisits(16, 1_500, DAY);
    List<Observation> views = visits.views();
    List<Observation> turned = new ArrayList<>(views);
    Collections.reverse(turned);

    List<Comparison> comparisons = results(visits, views).comparisons();

    assertThat(results(visits, views).comparisons()).isEqualTo(comparisons);
    assertThat(figureOf(results(visits, turned))).isEqualTo(figureOf(results(visits, views)));
  }

  private static List<Object> figureOf(Results results) {
    Difference median = figure(results, "load-median");
    return List.of(requireNonNull(median.low()), requireNonNull(median.high()));
  }

  @Test
  void bothIntervalsAreShownAndTheOneThatDecidesIsNamed() {
    SyntheticVisits visits = new SyntheticVisits(18, 3_000, DAY).effect(-0.07);
    Results before =
        Analysis.of(visits.plan(Statistic.MEDIAN, END.minusSeconds(1)), visits.views(), List.of());
    Results atEnd = results(visits, visits.views());
    Results great = Analysis.of(
        visits.plan(Statistic.MEDIAN, END.minusSeconds(1)),
        new SyntheticVisits(18, 3_000, DAY).effect(-0.4).views(),
        List.of());

    assertThat(before.rule().sentence())
        .isEqualTo(
            "At any look, the always-valid 99.5 % interval decides. At the planned end, the 98 % interval of the bootstrap decides, too, once. Together they raise a false alarm in at most 2.5 % of the experiments.");
    assertThat(before.rule().looksChance() + requireNonNull(before.rule().endChance()))
        .as("no chance is spent twice")
        .isEqualTo(0.025);
    assertThat(before.comparisons().get(0).atEnd()).isNull();
    assertThat(before.verdict().basis()).isNull();
    assertThat(great.verdict().basis()).isEqualTo(Basis.SEQUENCE);
    assertThat(great.verdict().sentence()).contains("always-valid 99.5 % interval");

    AtEnd interval = requireNonNull(atEnd.comparisons().get(0).atEnd());
    Difference headline = figure(atEnd, "load-median");
    assertThat(interval.level()).isEqualTo(0.98);
    assertThat(interval.low()).isLessThan(requireNonNull(headline.low()));
    assertThat(interval.high()).isGreaterThan(requireNonNull(headline.high()));
    assertThat(interval.excludesNone()).isEqualTo(interval.high() < 0);
    assertThat(requireNonNull(atEnd.comparisons().get(0).sequence()).excludesNone())
        .isFalse();
    assertThat(atEnd.verdict().kind()).isEqualTo(Kind.BETTER);
    assertThat(atEnd.verdict().basis()).isEqualTo(Basis.PLANNED_END);
    assertThat(atEnd.verdict().sentence()).contains("98.0 % interval of the planned end");
  }

  @Test
  void stoppedExperimentHasNoTestAtTheEnd() {
    SyntheticVisits visits = new SyntheticVisits(17, 3_000, DAY);
    AnalysisPlan plan = visits.planAtEnd(Statistic.MEDIAN);
    AnalysisPlan stopped = new AnalysisPlan(
        plan.experiment(),
        plan.arms(),
        plan.metric(),
        plan.statistic(),
        UnitKind.VISITOR,
        plan.from(),
        plan.plannedEnd(),
        plan.plannedUnits(),
        END.minusSeconds(3_600),
        END.plusSeconds(3_600));

    Results results = Analysis.of(stopped, visits.views(), List.of());

    assertThat(results.isFinal()).isFalse();
    assertThat(results.to()).isEqualTo(END.minusSeconds(3_600));
    assertThat(results.verdict().kind()).isEqualTo(Kind.UNDECIDED);
    assertThat(results.verdict().sentence()).startsWith("No verdict after ").contains(" visitors:");
  }

  @Test
  void armThatWasStoppedBlocksNoVerdict() {
    List<Arm> arms = List.of(new Arm("a", 1), new Arm("b", 1, true, "5xx"), new Arm("c", 1));
    AnalysisPlan plan = new AnalysisPlan(
        "e", arms, Metric.LOAD, Statistic.MEAN, UnitKind.NETWORK, END, null, 0, null, END);

    RatioCheck check = RatioTest.shares("assigned", plan, new long[] {1_000, 10, 1_010});

    assertThat(check.blocks()).isFalse();
    assertThat(check.expected()).containsExactly(1_005.0, 10.0, 1_005.0);
    assertThat(RatioTest.shares("assigned", plan, new long[] {1_000, 10, 700}).blocks())
        .isTrue();
  }

  @Test
  void planNamesItsBadField() {
    List<Arm> two = List.of(new Arm("a", 1), new Arm("b", 1));
    assertBad(List.of(new Arm("a", 1)), Metric.LOAD, "arms: 1 (expected: 2-8)");
    assertBad(
        List.of(new Arm("a", 1), new Arm("a", 1)), Metric.LOAD, "arms: a twice (expected: once)");
    assertBad(
        List.of(new Arm("a", 1), new Arm("b", Double.NaN)),
        Metric.LOAD,
        "share of arm b: NaN (expected: more than 0)");
    assertBad(two, Metric.DNS, "metric: dns (expected: one that is compared, for example load)");
  }

  private static void assertBad(List<Arm> arms, Metric metric, String message) {
    assertThatThrownBy(() -> new AnalysisPlan(
            "e", arms, metric, Statistic.MEAN, UnitKind.NETWORK, END, null, 0, null, END))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
