package io.lychgate.gateway.experiment.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.lychgate.gateway.experiment.analysis.Results.ArmResult;
import io.lychgate.gateway.experiment.analysis.Results.Difference;
import io.lychgate.gateway.experiment.analysis.Results.Figure;
import io.lychgate.gateway.experiment.analysis.Results.RatioCheck;
import io.lychgate.gateway.experiment.analysis.Results.Sequence;
import io.lychgate.gateway.testkit.ScipyAnalysis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
    List<Observation> views = visits.views();
    Path export = directory.resolve("views.csv");
    try (CsvWriter csv = CsvWriter.builder().build(export)) {
      csv.writeRecord(ObservationCsv.columns());
      views.forEach(view -> csv.writeRecord(ObservationCsv.fields(view, SyntheticVisits.START)));
    }
    AnalysisPlan plan = visits.planAtEnd(Statistic.MEDIAN);

    Results results = Analysis.of(plan, views, List.of());
    independent = ScipyAnalysis.of(
        export, plan.experiment(), "load", List.of("h1", "h2"), plan.plannedUnits());

    for (int arm = 0; arm < 2; arm++) {
      ArmResult of = results.arms().get(arm);
      Figure load = of.figures().get(Metric.LOAD.index());
      String name = arm == 0 ? "a." : "b.";
      agree(name + "mean", load.mean());
      agree(name + "p50", load.median());
      agree(name + "p80", load.p80());
      agree(name + "p95", load.p95());
      agree(name + "failed", of.failedShare());
      agree(name + "truncated", of.truncatedShare());
    }
    for (RatioCheck check : results.checks()) {
      agree(check.what() + ".statistic", check.statistic());
      agree(check.what() + ".chance", check.chance());
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
    Sequence sequence = requireNonNull(results.comparisons().get(0).sequence());
    agree("sequence.low", sequence.low());
    agree("sequence.high", sequence.high());
    // Other random numbers give the same error, up to the noise of 2,000 draws.
    Difference median = figure(results, "median");
    double error = (requireNonNull(median.high()) - requireNonNull(median.low())) / (2 * 1.959964);
    assertThat(independent.get("independent.error")).isCloseTo(error, within(error * 0.07));
  }

  private static Difference figure(Results results, String statistic) {
    return results.comparisons().get(0).differences().stream()
        .filter(each -> each.id().equals("load-" + statistic))
        .findFirst()
        .orElseThrow();
  }

  private void agree(String name, @Nullable Double value) {
    double other = requireNonNull(independent.get(name), name);
    assertThat(value).as(name).isCloseTo(other, within(Math.abs(other) * 5e-4));
  }
}
