package io.lychgate.gateway.experiment.analysis;

import io.lychgate.gateway.experiment.analysis.Results.ArmResult;
import io.lychgate.gateway.experiment.analysis.Results.Comparison;
import io.lychgate.gateway.experiment.analysis.Results.Covariate;
import io.lychgate.gateway.experiment.analysis.Results.Figure;
import io.lychgate.gateway.experiment.analysis.Results.Got;
import io.lychgate.gateway.experiment.analysis.Results.Level;
import io.lychgate.gateway.experiment.analysis.Results.Outcomes;
import io.lychgate.gateway.experiment.analysis.Results.RatioCheck;
import io.lychgate.gateway.experiment.analysis.Results.Verdict;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.jspecify.annotations.Nullable;

/**
 * The analysis of one experiment: takes its page views one by one, and gives the results. Without clock, I/O and random state: the same
 * plan, views and counters give the same results.
 *
 * <p>Memory is bounded by {@link Sample}. The results take up to some seconds of CPU time, so a caller computes them on a thread of its
 * own. {@link #verdict} is cheap before the planned end.
 */
public final class Analysis {
  /** Values above this quantile of all arms together count as it in means, so that one unit cannot move a mean far. */
  static final double CAP_QUANTILE = 0.995;

  /** A page without a report has its row after an hour, and the store may be late. */
  private static final Duration REPORTS_END = Duration.ofMinutes(65);

  /** Fewer views of a level say nothing. */
  private static final int LEAST_OF_LEVEL = 30;

  private final AnalysisPlan plan;
  private final Set<String> names = new HashSet<>();
  private final Sample sample;
  private final int draws;
  private long foreign;

  public Analysis(AnalysisPlan plan) {
    this(plan, Bootstrap.DRAWS, Sample.MOST_VIEWS);
  }

  Analysis(AnalysisPlan plan, int draws, int mostViews) {
    this.plan = plan;
    this.draws = draws;
    plan.arms().forEach(arm -> names.add(arm.name()));
    this.sample = new Sample(HashedDraws.seed(plan.experiment()), mostViews);
  }

  /** Analyses all observations. */
  public static Results of(
      AnalysisPlan plan, Iterable<Observation> observations, List<ArmCounters> counters) {
    Analysis analysis = new Analysis(plan);
    observations.forEach(analysis::add);
    return analysis.results(counters);
  }

  /** Adds a page view. A view before the start is of the pre-period; one after the end is ignored, as is one of another arm. */
  public void add(Observation view) {
    if (!names.contains(view.arm())) {
      foreign++;
    } else if (view.isBefore(plan.from().toEpochMilli())) {
      sample.addBefore(view, plan.metric());
    } else if (view.at() < plan.to().toEpochMilli()) {
      sample.add(view);
    }
  }

  /** Returns the verdict of the views so far, at an earlier moment than that of the plan. */
  Verdict verdictAt(Instant now, List<ArmCounters> counters) {
    AnalysisPlan then = new AnalysisPlan(
        plan.experiment(),
        plan.arms(),
        plan.metric(),
        plan.statistic(),
        plan.unit(),
        plan.from(),
        plan.plannedEnd(),
        plan.plannedUnits(),
        plan.stoppedAt(),
        now);
    List<List<Sample.Unit>> arms = arms();
    return new Evidence(then, arms, draws, false)
        .verdict(checks(arms, counters, now), sample.keptShare());
  }

  /** Returns the verdict alone. Before the planned end it needs no draws. */
  public Verdict verdict(List<ArmCounters> counters) {
    return verdictAt(plan.now(), counters);
  }

  /** Returns all results. */
  public Results results(List<ArmCounters> counters) {
    List<List<Sample.Unit>> arms = arms();
    List<RatioCheck> checks = checks(arms, counters, plan.now());
    Evidence evidence = new Evidence(plan, arms, draws, true);
    List<ArmResult> armResults = new ArrayList<>();
    for (int arm = 0; arm < arms.size(); arm++) {
      armResults.add(armResult(plan.arms().get(arm), arms.get(arm), evidence, arm, counters));
    }
    List<Comparison> comparisons = evidence.comparisons();
    Verdict verdict = evidence.verdict(checks, sample.keptShare());
    return new Results(
        plan.experiment(),
        plan.now(),
        plan.from(),
        plan.to(),
        plan.plannedEnd(),
        plan.isFinal(),
        new Results.Headline(
            plan.metric(), plan.statistic(), plan.headline(), plan.metric().unit(), plan.unit()),
        rule(),
        verdict,
        List.copyOf(armResults),
        comparisons,
        checks,
        covariates(arms),
        sample.keptShare(),
        notes(arms, evidence, comparisons));
  }

  private Results.Rule rule() {
    boolean hasEnd = plan.plannedEnd() != null;
    double looks = Levels.looks(plan.arms().size(), hasEnd);
    double end = Levels.planned(plan.arms().size(), true);
    String sentence = hasEnd
        ? String.format(
            Locale.ROOT,
            "At any look, the always-valid %s interval decides. At the planned end, the %s interval of the bootstrap decides, too, once. Together they raise a false alarm in at most %s of the experiments.",
            percent(1 - looks),
            percent(1 - end),
            percent(Levels.HEADLINE))
        : String.format(
            Locale.ROOT,
            "At any look, the always-valid %s interval decides. There is no planned end.",
            percent(1 - looks));
    return new Results.Rule(sentence, looks, hasEnd ? end : null, plan.plannedUnits());
  }

  private static String percent(double part) {
    return new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT))
            .format(100 * part)
        + " %";
  }

  private List<List<Sample.Unit>> arms() {
    List<List<Sample.Unit>> arms = new ArrayList<>();
    for (AnalysisPlan.Arm arm : plan.arms()) {
      arms.add(sample.units(arm.name()));
    }
    return arms;
  }

  /** Returns the value at which the means of a metric are capped. */
  static double cap(Metric metric, List<List<Sample.Unit>> arms) {
    List<Sample.Unit> all = new ArrayList<>();
    arms.forEach(all::addAll);
    double cap =
        Distribution.of(all, view -> view.value(metric), Double.MAX_VALUE).quantile(CAP_QUANTILE);
    return Double.isNaN(cap) ? Double.MAX_VALUE : cap;
  }

  private List<RatioCheck> checks(
      List<List<Sample.Unit>> arms, List<ArmCounters> counters, Instant now) {
    long[] reporting = new long[arms.size()];
    long[] seen = new long[arms.size()];
    long[] assigned = new long[arms.size()];
    long[] ratio = new long[arms.size()];
    boolean known = true;
    for (int arm = 0; arm < reporting.length; arm++) {
      reporting[arm] = weight(arms.get(arm), unit -> unit.reported() > 0);
      seen[arm] = weight(arms.get(arm), unit -> true);
      ArmCounters of = counters(plan.arms().get(arm).name(), counters);
      assigned[arm] = of == null ? -1 : of.assignedUnits();
      ratio[arm] = of == null ? -1 : of.comparableUnits();
      known &= assigned[arm] > 0;
    }
    if (known && plan.unit() == AnalysisPlan.UnitKind.VISITOR) {
      // The counters have each cookie, also the many of one network that never report.
      return List.of(RatioTest.shares("assigned", plan, ratio), reportsByNetwork(arms, now));
    }
    if (!known) {
      return List.of(
          RatioTest.shares("assigned", plan, seen),
          RatioTest.reports("reporting", plan, reporting, seen));
    }
    long[] comparable = assigned.clone();
    for (int arm = 0; arm < comparable.length; arm++) {
      // Only a part of the units is kept; the same part of the assigned ones is compared with them.
      comparable[arm] = Math.round(comparable[arm] * sample.keptShare());
    }
    RatioCheck reports = sample.keptShare() < 1
        ? RatioTest.shares("reporting", plan, reporting)
        : RatioTest.reports("reporting", plan, reporting, comparable);
    return List.of(RatioTest.shares("assigned", plan, ratio), reports);
  }

  /** Compares visitors that were seen with those that reported, by their weight: those of one network count as one together. */
  private RatioCheck reportsByNetwork(List<List<Sample.Unit>> arms, Instant now) {
    long before = now.minus(REPORTS_END).toEpochMilli();
    long[] reporting = new long[arms.size()];
    long[] seen = new long[arms.size()];
    for (int arm = 0; arm < seen.length; arm++) {
      List<Sample.Unit> units = arms.get(arm);
      reporting[arm] = weight(units, unit -> unit.firstAt < before && unit.reported() > 0);
      seen[arm] = weight(units, unit -> unit.firstAt < before);
    }
    return RatioTest.reports("reporting", plan, reporting, seen);
  }

  private static long weight(List<Sample.Unit> units, Predicate<Sample.Unit> counts) {
    return Math.round(
        units.stream().filter(counts).mapToDouble(Sample.Unit::weight).sum());
  }

  private static @Nullable ArmCounters counters(String arm, List<ArmCounters> counters) {
    for (ArmCounters each : counters) {
      if (each.arm().equals(arm)) {
        return each;
      }
    }
    return null;
  }

  private static ArmResult armResult(
      AnalysisPlan.Arm arm,
      List<Sample.Unit> units,
      Evidence evidence,
      int index,
      List<ArmCounters> counters) {
    List<Figure> figures = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      Distribution distribution = evidence.distribution(metric, index);
      figures.add(new Figure(
          metric,
          distribution.views(),
          distribution.units(),
          finite(distribution.value(Statistic.MEAN)),
          finite(distribution.value(Statistic.MEDIAN)),
          finite(distribution.value(Statistic.P80)),
          finite(distribution.value(Statistic.P95))));
    }
    ArmCounters of = counters(arm.name(), counters);
    Outcomes outcomes = outcomes(units);
    double views = of == null ? 0 : of.views();
    return new ArmResult(
        arm.name(),
        arm.share(),
        of == null || of.assignedUnits() < 0 ? null : of.assignedUnits(),
        units.size(),
        outcomes.loaded()
            + outcomes.failed()
            + outcomes.truncated()
            + outcomes.abandoned()
            + outcomes.unreported(),
        outcomes,
        List.copyOf(figures),
        finite(evidence.share(Share.FAILED, index).mean()),
        finite(evidence.share(Share.TRUNCATED, index).mean()),
        finite(evidence.share(Share.ABANDONED, index).mean()),
        finite(evidence.share(Share.UNREPORTED, index).mean()),
        of == null ? null : finite(of.connections() * 1e3 / views),
        of == null ? null : finite(of.h1Equivalent() * 1e3 / views),
        of == null ? null : finite(of.cpuNanos() / 1e6 * 1e3 / views),
        of == null ? null : finite(of.requests() * 1e3 / views),
        of == null ? null : finite(of.errors5xx() * 1e3 / views),
        of == null ? null : finite(of.wastedBytes() * 1e3 / views),
        got(units, of));
  }

  private static Outcomes outcomes(List<Sample.Unit> units) {
    long views = 0;
    long failed = 0;
    long truncated = 0;
    long unreported = 0;
    long abandoned = 0;
    for (Sample.Unit unit : units) {
      views += unit.viewCount;
      failed += unit.failed;
      truncated += unit.truncated;
      unreported += unit.unreported;
      abandoned += unit.abandoned;
    }
    return new Outcomes(
        views - failed - truncated - unreported - abandoned,
        failed,
        truncated,
        abandoned,
        unreported);
  }

  private static Got got(List<Sample.Unit> units, @Nullable ArmCounters counters) {
    if (counters != null && counters.gotH1() + counters.gotH2() + counters.gotH3() > 0) {
      long known = counters.gotH1() + counters.gotH2() + counters.gotH3();
      return new Got(
          counters.gotH1(),
          counters.gotH2(),
          counters.gotH3(),
          Math.max(0, counters.views() - known));
    }
    long[] got = new long[4];
    for (Sample.Unit unit : units) {
      for (Observation view : unit.views) {
        switch (view.got()) {
          case "h1" -> got[0]++;
          case "h2" -> got[1]++;
          case "h3" -> got[2]++;
          default -> got[3]++;
        }
      }
    }
    return new Got(got[0], got[1], got[2], got[3]);
  }

  private List<Covariate> covariates(List<List<Sample.Unit>> arms) {
    List<Covariate> covariates = new ArrayList<>();
    for (CovariateKind kind : CovariateKind.values()) {
      List<Level> levels = new ArrayList<>();
      List<long[]> table = new ArrayList<>();
      for (int level = 0; level < kind.levels().size(); level++) {
        int wanted = level;
        long[] counts = new long[arms.size()];
        List<Long> units = new ArrayList<>();
        List<@Nullable Double> values = new ArrayList<>();
        for (int arm = 0; arm < counts.length; arm++) {
          counts[arm] = weight(
              arms.get(arm),
              unit -> !unit.views.isEmpty() && kind.level(unit.views.get(0)) == wanted);
          Distribution of = Distribution.of(
              arms.get(arm),
              view -> kind.level(view) == wanted ? view.value(plan.metric()) : Double.NaN,
              Double.MAX_VALUE);
          units.add((long) of.units());
          values.add(of.wholeUnits() < LEAST_OF_LEVEL ? null : finite(of.value(plan.statistic())));
        }
        levels.add(new Level(
            kind.levels().get(level), List.copyOf(units), Collections.unmodifiableList(values)));
        if (Arrays.stream(counts).sum() > 0) {
          table.add(counts);
        }
      }
      covariates.add(new Covariate(kind.token(), balance(table), List.copyOf(levels)));
    }
    return List.copyOf(covariates);
  }

  private static double balance(List<long[]> table) {
    if (table.size() < 2) {
      return 1;
    }
    for (int arm = 0; arm < table.get(0).length; arm++) {
      long sum = 0;
      for (long[] row : table) {
        sum += row[arm];
      }
      if (sum == 0) {
        return 1;
      }
    }
    return ChiSquareTest.withDefaults().test(table.toArray(long[][]::new)).getPValue();
  }

  private List<String> notes(
      List<List<Sample.Unit>> arms, Evidence evidence, List<Comparison> comparisons) {
    List<String> notes = new ArrayList<>();
    long units = arms.stream().mapToLong(List::size).sum();
    long weight = arms.stream().mapToLong(each -> weight(each, unit -> true)).sum();
    if (weight < units) {
      notes.add(Phrases.count(units, plan.unit().noun()) + " count as " + weight
          + ", because those of one client network on one day share the weight of one.");
    }
    if (plan.plannedEnd() != null && !plan.isFinal()) {
      notes.add(
          "The 95 % intervals hold at the planned end only. Before it, only the sequence and the verdict may be read.");
    }
    if (plan.plannedEnd() == null) {
      notes.add(
          "The experiment has no planned end, so only the sequence and the verdict hold at each look.");
    }
    if (sample.keptShare() < 1) {
      notes.add(
          "The experiment has more page views than fit, so a random part of the units is analysed: "
              + Phrases.share(sample.keptShare()) + ".");
    }
    if (sample.switched() > 0) {
      notes.add(Phrases.count(sample.switched(), "page view")
          + " came from a unit that was in another arm before. They are left out.");
    }
    if (foreign > 0) {
      notes.add(Phrases.count(foreign, "page view") + " had an unknown arm. They are left out.");
    }
    boolean adjusted = comparisons.stream().anyMatch(each -> each.adjusted() != null);
    if (adjusted
        && comparisons.stream()
            .noneMatch(each -> each.adjusted() != null && each.adjusted().withPrePeriod())) {
      notes.add(
          "No pre-period: fewer than " + Adjustment.LEAST_BEFORE
              + " units have page views from before the start, so the adjustment uses covariates alone.");
    }
    double cap = evidence.cap(plan.metric());
    if (cap < Double.MAX_VALUE) {
      notes.add("Means count greater values of " + plan.metric().label() + " as "
          + Phrases.value(cap, plan.metric().unit()) + " (the 99.5 % quantile of all arms).");
    }
    return List.copyOf(notes);
  }

  static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
