package io.lychgate.gateway.history.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.lychgate.gateway.admin.http.Json;
import io.lychgate.gateway.history.EventKind;
import io.lychgate.gateway.history.HistoryEvent;
import io.lychgate.gateway.history.report.Comparison.Evidence;
import io.lychgate.gateway.history.report.Report.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON and CSV of a report, and the parts of its statistics that have a known answer. */
final class ReportTextsTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant AT = Instant.parse("2026-06-09T10:07:00Z");

  @Test
  void jsonHasTheNamesOfTheApi() {
    JsonNode json = JsonMapper.builder().build().readTree(Json.text(report("h2 is on")));

    assertThat(json.propertyNames())
        .containsExactlyInAnyOrder(
            "id",
            "author",
            "createdAt",
            "title",
            "question",
            "basis",
            "blockSeconds",
            "windows",
            "excluded",
            "figures",
            "counterfactual",
            "confounders",
            "conclusion",
            "refused");
    assertThat(json.get("createdAt").asString()).isEqualTo("2026-06-18T10:07:00Z");
    assertThat(json.get("basis").asString()).isEqualTo("weeks");
    assertThat(json.get("question").get("event").get("kind").asString()).isEqualTo("deploy");
    assertThat(json.get("question").get("event").get("node").isNull()).isTrue();
    assertThat(json.get("figures").get(0).propertyNames())
        .containsExactlyInAnyOrder(
            "id", "label", "per", "unit", "before", "after", "change", "low", "high", "verdict",
            "primary", "missing");
    assertThat(json.get("figures").get(0).get("verdict").asString()).isEqualTo("fell");
    assertThat(json.get("refused").isNull()).isTrue();
  }

  @Test
  void jsonOfARefusalHasTheReason() {
    ReportQuestion question = new ReportQuestion(
        AT, null, ReportQuestion.LONGEST, BERLIN, "", AT.minusSeconds(9), AT, null);
    Report report = BeforeAfter.report(question, List.of(), List.of());
    JsonNode json = JsonMapper.builder().build().readTree(Json.text(report));

    assertThat(json.get("refused").get("reason").asString()).isEqualTo("in-the-future");
    assertThat(json.get("basis").isNull()).isTrue();
    assertThat(json.get("windows").isNull()).isTrue();
    assertThat(json.get("figures").isEmpty()).isTrue();
  }

  @Test
  void storedReportKeepsItsFigures() {
    Report report = report("h2 is on");
    Report stored = report.stored("r1", "ann");

    assertThat(stored.id()).isEqualTo("r1");
    assertThat(stored.author()).isEqualTo("ann");
    assertThat(stored.figures()).isEqualTo(report.figures());
  }

  @Test
  void csvIsReadBackAsItWas() {
    Report report = report("a \"quoted\", text");
    String csv = ReportCsv.text(report);
    List<NamedCsvRecord> lines =
        CsvReader.builder().ofNamedCsvRecord(csv).stream().toList();

    assertThat(csv).endsWith("\r\n");
    assertThat(lines).hasSize(report.figures().size());
    assertThat(lines.get(0).getField("title")).isEqualTo("Before and after: a \"quoted\", text");
    assertThat(Double.parseDouble(lines.get(0).getField("change")))
        .isEqualTo(report.figures().get(0).change());
    assertThat(lines.get(0).getField("verdict")).isEqualTo("fell");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"})
  void csvHasNoFormula(String text) {
    assertThat(ReportCsv.words(text)).isEqualTo("'" + text);
  }

  @Test
  void siteInCsvIsNoFormula() {
    ReportQuestion question = new ReportQuestion(
        AT,
        null,
        Duration.ofDays(7),
        BERLIN,
        "=cmd()",
        AT.plus(Duration.ofDays(9)),
        AT.minus(Duration.ofDays(9)),
        null);
    ReportPlan plan = BeforeAfter.plan(question).orElseThrow();
    var blocks =
        new SyntheticTraffic(7, BERLIN, plan.width()).site("=cmd()").blocks(plan.from(), plan.to());

    String csv = ReportCsv.text(BeforeAfter.report(question, blocks, List.of()));

    assertThat(csv).contains("'=cmd()").doesNotContain(",=cmd()");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"-0.8312 | −83 %", "0.0412 | +4.1 %", "12 | +1,200 %", "0 | +0.0 %"})
  void changesHaveASign(double change, String text) {
    assertThat(Words.signed(change)).isEqualTo(text);
  }

  @Test
  void primaryFigureIsTestedFirstAndTheOthersByHolm() {
    // With 1e6 degrees of freedom the evidence of 2.2 errors has a chance of 0.028, of 3 errors
    // 0.0027.
    Evidence weak = new Evidence(-2.2, 1, 1e6);
    Evidence strong = new Evidence(3, 1, 1e6);

    assertThat(BeforeAfter.verdicts(
            Map.of(FigureKind.OPENED_PER_VIEW, weak, FigureKind.ERROR_SHARE, strong),
            FigureKind.OPENED_PER_VIEW))
        .containsEntry(FigureKind.OPENED_PER_VIEW, Verdict.FELL)
        .containsEntry(FigureKind.ERROR_SHARE, Verdict.ROSE);
    assertThat(BeforeAfter.verdicts(
            Map.of(
                FigureKind.OPENED_PER_VIEW, new Evidence(0.1, 1, 1e6),
                FigureKind.ERROR_SHARE, weak,
                FigureKind.CPU_PER_VIEW, strong),
            FigureKind.OPENED_PER_VIEW))
        .containsEntry(FigureKind.OPENED_PER_VIEW, Verdict.NONE_SHOWN)
        .containsEntry(FigureKind.ERROR_SHARE, Verdict.NONE_SHOWN)
        .containsEntry(FigureKind.CPU_PER_VIEW, Verdict.ROSE);
  }

  @Test
  void intervalHasTheQuantileOfStudent() {
    Evidence evidence = new Evidence(Math.log(0.5), 0.1, 6);

    assertThat(evidence.low()).isCloseTo(0.5 * Math.exp(-0.24469) - 1, within(1e-5));
    assertThat(evidence.high()).isCloseTo(0.5 * Math.exp(0.24469) - 1, within(1e-5));
    assertThat(new Evidence(2.447, 1, 6).chance()).isCloseTo(0.05, within(1e-4));
  }

  @Test
  void blockLengthGrowsWithTheMemoryOfTheSeries() {
    double independent = BlockLength.of(series(0)).length();
    double brief = BlockLength.of(series(0.5)).length();
    double lasting = BlockLength.of(series(0.9)).length();

    assertThat(independent).isLessThan(6);
    assertThat(brief).isBetween(independent, lasting);
    // The optimum of this series is (2·0.9 / (1 − 0.9²))^(2/3) · n^(1/3) = 45.
    assertThat(lasting).isBetween(25.0, 80.0);
    assertThat(BlockLength.of(new double[50]).length()).isEqualTo(1);
  }

  private static double[] series(double keep) {
    Random random = new Random(4);
    double[] series = new double[1_000];
    for (int i = 1; i < series.length; i++) {
      series[i] = keep * series[i - 1] + random.nextGaussian();
    }
    return series;
  }

  private static Report report(String text) {
    HistoryEvent event = new HistoryEvent("1", AT, "", EventKind.DEPLOY, "", text, "ann");
    ReportQuestion question = ReportQuestion.about(
        event, BERLIN, AT.plus(Duration.ofDays(9)), AT.minus(Duration.ofDays(20)));
    ReportPlan plan = BeforeAfter.plan(question).orElseThrow();
    return BeforeAfter.report(
        question,
        new SyntheticTraffic(7, BERLIN, plan.width())
            .planted(AT, 1 / 6.0)
            .blocks(plan.from(), plan.to()),
        List.of());
  }
}
