package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.seam.ExperimentAnalyses;
import io.lychgate.gateway.experiment.analysis.Analysis;
import io.lychgate.gateway.experiment.analysis.AnalysisPlan;
import io.lychgate.gateway.experiment.analysis.AnalysisPlan.Arm;
import io.lychgate.gateway.experiment.analysis.AnalysisPlan.UnitKind;
import io.lychgate.gateway.experiment.analysis.Compare;
import io.lychgate.gateway.experiment.analysis.Compared;
import io.lychgate.gateway.experiment.analysis.Metric;
import io.lychgate.gateway.experiment.analysis.Observation;
import io.lychgate.gateway.experiment.analysis.Planner;
import io.lychgate.gateway.experiment.analysis.Results;
import io.lychgate.gateway.experiment.analysis.Statistic;
import io.lychgate.gateway.message.ArmAssignment.Period;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Analyses of made-up page views, in which h2 is a fifth faster. */
final class FakeAnalyses implements ExperimentAnalyses {
  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final Instant END = Instant.parse("2026-03-09T00:00:00Z");
  private static final AnalysisPlan PLAN = new AnalysisPlan(
      "h2-for-all",
      List.of(new Arm("h1", 1), new Arm("h2", 1)),
      Metric.LOAD,
      Statistic.MEDIAN,
      UnitKind.NETWORK,
      START,
      END,
      600,
      null,
      END);

  private static List<Observation> views() {
    Random random = new Random(1);
    List<Observation> views = new ArrayList<>();
    for (int i = 0; i < 1_400; i++) {
      String arm = i % 2 == 0 ? "h1" : "h2";
      double[] values = new double[Metric.values().length];
      Arrays.fill(values, Double.NaN);
      values[Metric.LOAD.index()] =
          (i % 2 == 0 ? 1_000 : 800) * Math.exp(random.nextGaussian() / 3);
      values[Metric.TTFB.index()] = values[Metric.LOAD.index()] / 5;
      long at = START.toEpochMilli() + i * 200_000L;
      long unit = random.nextLong();
      views.add(new Observation(
          arm,
          unit,
          unit,
          Period.UNKNOWN,
          at,
          "shop.example",
          "/",
          arm,
          "loaded",
          "cold",
          "mobile",
          "4g",
          values));
    }
    return views;
  }

  @Override
  public Optional<Results> results(String experiment) {
    return experiment.equals(PLAN.experiment())
        ? Optional.of(Analysis.of(PLAN, views(), List.of()))
        : Optional.empty();
  }

  @Override
  public Optional<Compared> compare(Comparison comparison) {
    if (comparison.experiment() != null && !comparison.experiment().equals(PLAN.experiment())) {
      return Optional.empty();
    }
    Compare compare = new Compare(comparison.question());
    views().forEach(compare::add);
    return Optional.of(compare.compared());
  }

  @Override
  public Planner.Power power(Past past, Planner.Design design) {
    Planner planner = new Planner(past.metric(), past.statistic());
    views().forEach(planner::add);
    return planner.power(design);
  }
}
