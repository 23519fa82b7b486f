package io.lychgate.gateway.experiment.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.lychgate.gateway.experiment.analysis.Results.ArmResult;
import io.lychgate.gateway.experiment.analysis.Results.Difference;
import io.lychgate.gateway.experiment.analysis.Results.Figure;
import io.lychgate.gateway.experiment.analysis.Results.Kind;
import io.lychgate.gateway.experiment.analysis.Results.RatioCheck;
import io.lychgate.gateway.experiment.analysis.Results.Sequence;
import io.lychgate.gateway.testkit.ScipyAnalysis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The results against those of numpy and scipy from the exported page views, to the third digit. */
final class IndependentAnalysisIT {
  @TempDir
  Path directory;

  private Map<String, Double> independent = Map.of();

  @ParameterizedTest
  @ValueSource(ints = {0, 6_000})
  void resultsAgreeWithScipyToTheThirdDigit(int networks) throws Exception {
    SyntheticVisits visits = new SyntheticVisits(77, 3_000, Duration.ofDays(2))
        .effect(-0.08)
        .withPrePeriod()
        .inNetworks(networks);

    Results results = analysed(visits.planAtEnd(Statistic.MEDIAN), visits.views());

    agreeOnCounts(results);
    agreeOnTimes(results);
    // Other random numbers give the same error, up to the noise of 2,000 draws.
    Difference median = figure(results, "median");
    double error = (requireNonNull(median.high()) - requireNonNull(median.low())) / (2 * 1.959964);
    assertThat(independent.get("independent.error")).isCloseTo(error, within(error * 0.07));
  }

  /** Page views that no simulation has, but a site may. */
  private enum Shape {
    /** Some page views take a hundred times as long as most. */
    HEAVY_TAIL,
    /** One of 300 page views has the longest time that a report may have. */
    OUTLIERS,
    ROUNDED_TO_150_MS,
    /** Most page views have one of five values. */
    FIVE_VALUES,
    FEW_UNITS,
    EMPTY_ARM,
    FAILED_ONLY,
    TRUNCATED_ARM;

    boolean hasTimes() {
      return compareTo(EMPTY_ARM) < 0;
    }

    Stream<Observation> of(Observation view, UniformRandomProvider random) {
      double time = view.value(Metric.LOAD);
      boolean isArm = view.arm().equals(SyntheticVisits.ARM);
      return switch (this) {
        case HEAVY_TAIL ->
          Stream.of(
              timed(view, 100 * Math.pow(random.nextDouble(), -1 / 1.05) * (isArm ? 0.9 : 1)));
        case OUTLIERS -> Stream.of(timed(view, random.nextInt(300) == 0 ? 600_000 : time));
        case ROUNDED_TO_150_MS -> Stream.of(timed(view, Math.rint(time / 150) * 150));
        case FIVE_VALUES -> Stream.of(timed(view, Math.rint(time / 400) * 8));
        case FEW_UNITS -> Stream.of(view);
        case EMPTY_ARM -> isArm ? Stream.empty() : Stream.of(view);
        case FAILED_ONLY -> Stream.of(without(view, Observation.FAILED));
        case TRUNCATED_ARM -> Stream.of(isArm ? without(view, Observation.TRUNCATED) : view);
      };
    }

    private static Observation timed(Observation view, double time) {
      double[] values = view.values().clone();
      boolean hasTime = !Double.isNaN(values[Metric.LOAD.index()]);
      values[Metric.LOAD.index()] = hasTime ? Math.min(600_000, time) : Double.NaN;
      return with(view, view.outcome(), values);
    }

    private static Observation without(Observation view, String outcome) {
      double[] values = new double[view.values().length];
      Arrays.fill(values, Double.NaN);
      return with(view, outcome, values);
    }

    private static Observation with(Observation view, String outcome, double[] values) {
      return new Observation(
          view.arm(),
          view.unit(),
          view.cluster(),
          view.period(),
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
  }

  @ParameterizedTest
  @EnumSource
  void resultsOfUnusualPageViewsAgreeToo(Shape shape) throws Exception {
    int units = shape == Shape.FEW_UNITS ? 130 : 2_000;
    SyntheticVisits visits = new SyntheticVisits(91, units, Duration.ofDays(2)).effect(-0.08);
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(5);
    List<Observation> views =
        visits.views().stream().flatMap(view -> shape.of(view, random)).toList();

    Results results = analysed(visits.planAtEnd(Statistic.MEDIAN), views);

    agreeOnCounts(results);
    if (shape.hasTimes()) {
      agreeOnTimes(results);
    } else {
      assertThat(results.verdict().kind()).isIn(Kind.BLOCKED, Kind.NOT_ENOUGH);
      assertThat(figure(results, "median").low()).isNull();
      assertThat(independent).doesNotContainKey("median.low");
    }
  }

  private Results analysed(AnalysisPlan plan, List<Observation> views) throws Exception {
    Path export = directory.resolve("views.csv");
    try (CsvWriter csv = CsvWriter.builder().build(export)) {
      csv.writeRecord(ObservationCsv.columns());
      views.forEach(view -> csv.writeRecord(ObservationCsv.fields(view, SyntheticVisits.START)));
    }
    independent = ScipyAnalysis.of(
        export, plan.experiment(), "load", List.of("h1", "h2"), plan.plannedUnits());
    return Analysis.of(plan, views, List.of());
  }

  private void agreeOnCounts(Results results) {
    for (int arm = 0; arm < 2; arm++) {
      ArmResult of = results.arms().get(arm);
      agree((arm == 0 ? "a." : "b.") + "failed", of.failedShare());
      agree((arm == 0 ? "a." : "b.") + "truncated", of.truncatedShare());
    }
    for (RatioCheck check : results.checks()) {
      agree(check.what() + ".statistic", check.statistic());
      agree(check.what() + ".chance", check.chance());
    }
  }

  private void agreeOnTimes(Results results) {
    for (int arm = 0; arm < 2; arm++) {
      Figure load = results.arms().get(arm).figures().get(Metric.LOAD.index());
      String name = arm == 0 ? "a." : "b.";
      agree(name + "mean", load.mean());
      agree(name + "p50", load.median());
      agree(name + "p80", load.p80());
      agree(name + "p95", load.p95());
    }
    for (String statistic : List.of("mean", "median", "p80")) {
      Difference figure = figure(results, statistic);
      agree(statistic + ".difference", figure.difference());
      agree(statistic + ".low", figure.low());
      agree(statistic + ".high", figure.high());
      agree(statistic + ".chance", figure.chance());
      agree(statistic + ".changeLow", figure.changeLow());
      agree(statistic + ".changeHigh", figure.changeHigh());
    }
    agree("mean.checkLow", figure(results, "mean").checkLow());
    agree("mean.checkHigh", figure(results, "mean").checkHigh());
    agree("mean.checkChangeLow", figure(results, "mean").checkChangeLow());
    agree("mean.checkChangeHigh", figure(results, "mean").checkChangeHigh());
    Sequence sequence = results.comparisons().get(0).sequence();
    if (sequence != null) {
      agree("sequence.low", sequence.low());
      agree("sequence.high", sequence.high());
    }
  }

  private static Difference figure(Results results, String statistic) {
    return results.comparisons().get(0).differences().stream()
        .filter(each -> each.id().equals("load-" + statistic))
        .findFirst()
        .orElseThrow();
  }

  private void agree(String name, @Nullable Double value) {
    double other = requireNonNull(independent.get(name), name);
    if (Double.isNaN(other)) {
      assertThat(value).as(name).isNull();
      return;
    }
    assertThat(value).as(name).isCloseTo(other, within(Math.abs(other) * 5e-4));
  }
}
