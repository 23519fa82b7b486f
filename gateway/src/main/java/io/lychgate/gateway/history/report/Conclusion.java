package io.lychgate.gateway.history.report;

import io.lychgate.gateway.history.report.Report.Confounder;
import io.lychgate.gateway.history.report.Report.Figure;
import io.lychgate.gateway.history.report.Report.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes what the figures show, and what they cannot show, in at most three sentences. */
final class Conclusion {
  private static final int MOST_FIGURES = 4;

  /** Figures worth a sentence beside the primary one, in this order. The others mostly repeat them. */
  private static final List<FigureKind> OTHERS = List.of(
      FigureKind.CPU_PER_VIEW,
      FigureKind.CPU_PER_REQUEST,
      FigureKind.FULL_PER_VIEW,
      FigureKind.FULL_PER_REQUEST,
      FigureKind.ERROR_SHARE,
      FigureKind.FIRST_BYTE_P50,
      FigureKind.FIRST_BYTE_P95,
      FigureKind.FIRST_BYTE_P99,
      FigureKind.BYTES_PER_VIEW,
      FigureKind.BYTES_PER_REQUEST,
      FigureKind.REQUESTS_PER_CONNECTION);

  private static final int MOST_CONFOUNDERS = 4;

  private Conclusion() {}

  static String of(
      ReportPlan plan, FigureKind primary, List<Figure> figures, List<Confounder> confounders) {
    Figure figure = figures.stream().filter(Figure::primary).findFirst().orElseThrow();
    return first(figure, primary) + " " + others(primary, figures) + " "
        + limits(plan, confounders);
  }

  private static String first(Figure figure, FigureKind kind) {
    Double change = figure.change();
    Double low = figure.low();
    Double high = figure.high();
    Double before = figure.before();
    Double after = figure.after();
    if (change == null || low == null || high == null || before == null || after == null) {
      return "There is no interval for " + kind.phrase() + " (" + figure.missing() + ").";
    }
    String interval = "95 % interval from " + Words.signed(low) + " to " + Words.signed(high);
    String values = "from " + Words.value(before) + " to " + Words.value(after);
    if (figure.verdict() == Verdict.NONE_SHOWN) {
      return "No difference is shown of " + kind.phrase() + ": " + Words.signed(change) + ", "
          + values + ", " + interval + ".";
    }
    String phrase = kind.phrase();
    return Character.toUpperCase(phrase.charAt(0)) + phrase.substring(1)
        + (figure.verdict() == Verdict.FELL ? " fell by " : " rose by ") + Words.share(change)
        + ", "
        + values + " (" + interval + ").";
  }

  private static String others(FigureKind primary, List<Figure> figures) {
    List<String> changes = new ArrayList<>();
    long shown =
        figures.stream().filter(figure -> !figure.primary() && isShown(figure)).count();
    for (FigureKind kind : OTHERS) {
      String per = kind.per();
      boolean repeats = per != null && per.startsWith("1000") && !per.equals(primary.per());
      for (Figure figure : figures) {
        Double change = figure.change();
        if (figure.id().equals(kind.id()) && isShown(figure) && change != null && !repeats) {
          changes.add(kind.phrase() + " (" + Words.signed(change) + ")");
        }
      }
    }
    if (changes.isEmpty()) {
      return shown == 0
          ? "No other figure shows a difference."
          : "The table has " + Words.count(shown, "other figure") + " with a difference.";
    }
    return "Differences are also shown of "
        + Words.list(changes.subList(0, Math.min(MOST_FIGURES, changes.size()))) + ".";
  }

  private static boolean isShown(Figure figure) {
    return figure.verdict() == Verdict.FELL || figure.verdict() == Verdict.ROSE;
  }

  private static String limits(ReportPlan plan, List<Confounder> confounders) {
    List<String> kinds = confounders.stream()
        .map(Confounder::kind)
        .distinct()
        .map(Confounders::phrase)
        .limit(MOST_CONFOUNDERS)
        .toList();
    String causes = kinds.isEmpty()
        ? "visitors were not assigned by chance, so a cause that the gateway does not see remains possible"
        : "visitors were not assigned by chance, and the windows also differ in "
            + Words.list(kinds) + ", which may explain a part";
    return switch (plan.basis()) {
      case WEEKS -> {
        long weeks = Math.max(1, Math.round(plan.length().toHours() / 168.0));
        yield "The windows have " + Words.count(weeks, "whole week")
            + " on each side, matched by weekday and time of day; " + causes + ".";
      }
      case DAYS -> {
        long days = Math.max(1, Math.round(plan.length().toHours() / 24.0));
        yield "The windows have " + Words.count(days, "day")
            + " on each side, matched by time of day but not by weekday; " + causes + ".";
      }
      case QUICK ->
        "It is a quick look at " + duration(plan.length())
            + " on each side, and no claim about visitors in general; " + causes + ".";
    };
  }

  private static String duration(Duration length) {
    return length.toMinutes() < 2
        ? Words.count(length.toSeconds(), "second")
        : Words.count(length.toMinutes(), "minute");
  }
}
