package io.lychgate.jmh.page;

import io.lychgate.jmh.report.MedianInterval;
import io.lychgate.jmh.report.Quartiles;
import io.lychgate.jmh.report.RunFacts;
import io.lychgate.jmh.report.Table;
import io.lychgate.jmh.report.Verdicts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;

/**
 * Result files of a run: Markdown to read, and JSON with every load.
 *
 * @param stay time in ms from the load of a page until it is left
 */
record ScriptResults(RunFacts facts, int stay, List<ScriptedPage> pages, List<ScriptLoad> loads) {
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
    text.append("- medians (interquartile range) in ms, of first visits in Chromium; ");
    text.append("processor times, with a trace being recorded\n");
    text.append("- left ").append(stay).append(" ms after the load\n\n## Targets\n\n");
    verdicts().forEach(line -> text.append(line).append('\n'));
    Table table = new Table(List.of(
        "script",
        "loads",
        "its processor time",
        "compiled and run once",
        "later calls",
        "calls",
        "whole main thread",
        "largest paint",
        "first paint",
        "load"));
    for (ScriptedPage page : pages) {
      List<ScriptLoad> of = of(page);
      if (!of.isEmpty()) {
        table.row(List.of(
            page.title(),
            Integer.toString(of.size()),
            quartiles(of, ScriptLoad::script).text(2),
            quartiles(of, ScriptLoad::evaluation).text(2),
            quartiles(of, ScriptLoad::callbacks).text(2),
            quartiles(of, ScriptLoad::calls).text(),
            quartiles(of, ScriptLoad::mainThread).text(1),
            quartiles(of, ScriptLoad::largestPaint).text(1),
            quartiles(of, ScriptLoad::firstPaint).text(1),
            quartiles(of, ScriptLoad::load).text(1)));
      }
    }
    return text.append('\n').append(table.text()).toString();
  }

  private List<ScriptLoad> of(ScriptedPage page) {
    return loads.stream().filter(load -> load.page().equals(page)).toList();
  }

  private static Quartiles quartiles(List<ScriptLoad> of, ToDoubleFunction<ScriptLoad> figure) {
    return Quartiles.of(of.stream().map(figure::applyAsDouble).toList());
  }

  private List<String> verdicts() {
    Verdicts verdicts = new Verdicts();
    judgeScript(verdicts);
    judgePaint(verdicts);
    for (ScriptedPage other : List.of(ScriptedPage.NONE, ScriptedPage.INERT)) {
      double[] differences = differences(other, ScriptLoad::mainThread);
      if (differences.length >= MedianInterval.MIN_COUNT) {
        verdicts.note("Whole main thread, beside a page whose script is " + other.title() + ": "
            + MedianInterval.of(differences).text() + " ms more (median of pairs, 95 %)");
      }
    }
    for (ScriptedPage other :
        pages.subList(pages.indexOf(ScriptedPage.TIMINGS) + 1, pages.size())) {
      double[] differences = differences(other, ScriptLoad::script);
      if (differences.length >= MedianInterval.MIN_COUNT) {
        verdicts.note("Processor time of the script, beside " + other.title() + ": "
            + MedianInterval.of(differences).text() + " ms more (median of pairs, 95 %)");
      }
    }
    return verdicts.lines();
  }

  private void judgeScript(Verdicts verdicts) {
    String target = "At most 2 ms of the main thread a page";
    double[] times =
        of(ScriptedPage.TIMINGS).stream().mapToDouble(ScriptLoad::script).toArray();
    if (times.length < MedianInterval.MIN_COUNT) {
      verdicts.add(target, times.length + " loads (expected: " + MedianInterval.MIN_COUNT + ")");
      return;
    }
    MedianInterval interval = MedianInterval.of(times);
    verdicts.add(
        target, interval.high() <= MAX_SCRIPT_MILLIS, interval.text() + " ms (median, 95 %)");
  }

  private void judgePaint(Verdicts verdicts) {
    String target = "No effect on the largest paint within noise";
    double[] differences = differences(ScriptedPage.NONE, ScriptLoad::largestPaint);
    if (differences.length < MIN_PAIRS) {
      verdicts.add(target, differences.length + " pairs of loads (expected: " + MIN_PAIRS + ")");
      return;
    }
    double probability = chance(differences);
    MedianInterval interval = MedianInterval.of(differences);
    verdicts.add(
        target,
        probability >= SIGNIFICANT || interval.median() <= 0,
        String.format(
            Locale.ROOT,
            "median difference %s ms (95 %%), p = %.3f (Wilcoxon's signed-rank test, %d pairs)",
            interval.text(),
            probability,
            differences.length));
  }

  /** Returns the probability of such differences, or larger ones, if the script has no effect. */
  private static double chance(double... differences) {
    // The test has no answer where all pairs are equal.
    return Arrays.stream(differences).allMatch(each -> each == 0)
        ? 1
        : WilcoxonSignedRankTest.withDefaults().test(differences).getPValue();
  }

  /** Returns by how much more a figure was with the script than with the other page, for each round with both loads. */
  private double[] differences(ScriptedPage other, ToDoubleFunction<ScriptLoad> figure) {
    Map<Integer, ScriptLoad> others =
        of(other).stream().collect(Collectors.toMap(ScriptLoad::round, Function.identity()));
    return of(ScriptedPage.TIMINGS).stream()
        .filter(load -> others.containsKey(load.round()))
        .mapToDouble(load -> figure.applyAsDouble(load)
            - figure.applyAsDouble(Objects.requireNonNull(others.get(load.round()))))
        .toArray();
  }
}
