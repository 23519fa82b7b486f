package io.lychgate.jmh.page;

import io.lychgate.jmh.report.Quartiles;
import io.lychgate.jmh.report.RunFacts;
import io.lychgate.jmh.report.Table;
import io.lychgate.jmh.report.Verdicts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;

/** Result files of a run: Markdown to read, and JSON with every load. */
record ScriptResults(RunFacts facts, List<ScriptLoad> loads) {
  private static final double MAX_SCRIPT_MILLIS = 2;

  /** Probability of such differences without an effect, below which they are no noise. */
  private static final double SIGNIFICANT = 0.05;

  /** Pairs below which a verdict on noise is worth nothing. */
  private static final int MIN_PAIRS = 30;

  /** Writes the files and returns the Markdown file. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    String name = facts.fileName("script");
    facts.writeJson(directory.resolve(name + ".json"), Map.of(), loads);
    return Files.writeString(directory.resolve(name + ".md"), markdown());
  }

  private String markdown() {
    StringBuilder text = facts.heading("Cost of the script for page timings");
    text.append(
        "- medians (interquartile range) in ms, of first visits in Chromium\n\n## Targets\n\n");
    verdicts().forEach(line -> text.append(line).append('\n'));
    Table table = new Table(
        List.of("script", "loads", "main thread", "tasks", "largest paint", "first paint", "load"));
    for (boolean hasScript : List.of(false, true)) {
      List<ScriptLoad> of =
          loads.stream().filter(load -> load.hasScript() == hasScript).toList();
      table.row(List.of(
          hasScript ? "yes" : "no",
          Integer.toString(of.size()),
          quartiles(of, ScriptLoad::script).text(2),
          quartiles(of, ScriptLoad::tasks).text(),
          quartiles(of, ScriptLoad::largestPaint).text(1),
          quartiles(of, ScriptLoad::firstPaint).text(1),
          quartiles(of, ScriptLoad::load).text(1)));
    }
    return text.append('\n').append(table.text()).toString();
  }

  private static Quartiles quartiles(List<ScriptLoad> of, ToDoubleFunction<ScriptLoad> figure) {
    return Quartiles.of(of.stream().map(figure::applyAsDouble).toList());
  }

  private List<String> verdicts() {
    Verdicts verdicts = new Verdicts();
    double script = quartiles(
            loads.stream().filter(ScriptLoad::hasScript).toList(), ScriptLoad::script)
        .median();
    verdicts.add(
        "At most 2 ms of the main thread a page",
        script <= MAX_SCRIPT_MILLIS,
        String.format(Locale.ROOT, "%.2f ms", script));
    double[] differences = differences();
    String target = "No effect on the largest paint within noise";
    if (differences.length < MIN_PAIRS) {
      verdicts.add(target, differences.length + " pairs of loads (expected: " + MIN_PAIRS + ")");
    } else {
      double probability =
          WilcoxonSignedRankTest.withDefaults().test(differences).getPValue();
      double median = Quartiles.of(Arrays.stream(differences).boxed().toList()).median();
      verdicts.add(
          target,
          probability >= SIGNIFICANT || median <= 0,
          String.format(
              Locale.ROOT,
              "median difference %.1f ms, p = %.3f (Wilcoxon's signed-rank test, %d pairs)",
              median,
              probability,
              differences.length));
    }
    return verdicts.lines();
  }

  /** Returns by how much the largest paint was later with the script, for each round with both loads. */
  private double[] differences() {
    List<Double> all = new ArrayList<>();
    for (ScriptLoad with : loads) {
      if (with.hasScript()) {
        loads.stream()
            .filter(load -> !load.hasScript() && load.round() == with.round())
            .forEach(load -> all.add(with.largestPaint() - load.largestPaint()));
      }
    }
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
