package io.lychgate.jmh.commits;

import io.lychgate.jmh.commits.Figures.Figure;
import io.lychgate.jmh.report.Quartiles;
import io.lychgate.jmh.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Figures of two commits, round by round, with their medians and the ratio of each round. */
final class Comparison {
  private final Map<String, List<Figure>> before = new LinkedHashMap<>();
  private final Map<String, List<Figure>> after = new LinkedHashMap<>();

  void addRound(Map<String, Figure> ofBefore, Map<String, Figure> ofAfter) {
    add(before, ofBefore);
    add(after, ofAfter);
  }

  private static void add(Map<String, List<Figure>> all, Map<String, Figure> round) {
    round.forEach(
        (name, figure) -> all.computeIfAbsent(name, n -> new ArrayList<>()).add(figure));
  }

  /** Returns a table in Markdown. A benchmark of only one of the commits has no ratio. */
  String table() {
    Table table = new Table(List.of(
        "benchmark",
        "before",
        "after",
        "after ÷ before (least–most)",
        "bytes before",
        "bytes after"));
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    for (String name : names) {
      List<Figure> old = before.getOrDefault(name, List.of());
      List<Figure> now = after.getOrDefault(name, List.of());
      table.row(List.of(name, time(old), time(now), ratio(old, now), bytes(old), bytes(now)));
    }
    return table.text();
  }

  private static String time(List<Figure> figures) {
    return figures.isEmpty()
        ? "–"
        : number("%.1f", median(figures, Figure::time)) + " " + figures.get(0).unit();
  }

  private static String bytes(List<Figure> figures) {
    double median = figures.isEmpty() ? Double.NaN : median(figures, Figure::bytes);
    return Double.isNaN(median) ? "–" : number("%.0f", median);
  }

  /** Returns the ratio of the medians, and the range of the ratios of single rounds: changes within it are noise. */
  private static String ratio(List<Figure> old, List<Figure> now) {
    if (old.isEmpty() || now.isEmpty()) {
      return "–";
    }
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int round = 0; round < Math.min(old.size(), now.size()); round++) {
      double ratio = now.get(round).time() / old.get(round).time();
      least = Math.min(least, ratio);
      most = Math.max(most, ratio);
    }
    double median = median(now, Figure::time) / median(old, Figure::time);
    return number("%.2f", median) + " (" + number("%.2f", least) + "–" + number("%.2f", most) + ")";
  }

  private static double median(List<Figure> figures, Function<Figure, Double> value) {
    return Quartiles.of(figures.stream().map(value).toList()).median();
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
