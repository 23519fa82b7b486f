package io.lychgate.jmh.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Table of one outcome in Markdown, with a line below it that names the best peer. */
final class MarkdownTable {
  private final Outcome outcome;
  private final String reference;
  private final Optional<Double> referenceVerdict;

  /** Creates a table with ratios to the peer {@code reference}. */
  MarkdownTable(Outcome outcome, String reference) {
    this.outcome = outcome;
    this.reference = reference;
    this.referenceVerdict = outcome.verdictOf(reference);
  }

  String text() {
    StringBuilder text = new StringBuilder(512);
    text.append("## ").append(outcome.scenario().title());
    text.append(" (`").append(outcome.scenario().id()).append("`)\n\n");
    List<String> head = head();
    line(text, head);
    line(text, head.stream().map(title -> "---").toList());
    for (Outcome.Row row : outcome.rows()) {
      line(text, cells(row));
    }
    return text.append('\n').append(verdict()).append('\n').toString();
  }

  private List<String> head() {
    List<String> head = new ArrayList<>();
    head.add("peer");
    for (Metric metric : outcome.scenario().metrics()) {
      head.add(metric.title());
      if (metric == outcome.verdict()) {
        head.add("÷ " + reference);
      }
    }
    return head;
  }

  private List<String> cells(Outcome.Row row) {
    List<String> cells = new ArrayList<>();
    String name = (row.peer() + " " + row.version()).strip();
    boolean isBest = outcome.best(outcome.verdict()).filter(row.peer()::equals).isPresent();
    cells.add(isBest ? "**" + name + "**" : name);
    for (Metric metric : outcome.scenario().metrics()) {
      cells.add(row.spread(metric).map(spread -> spread.text(metric.digits())).orElse("–"));
      if (metric == outcome.verdict()) {
        cells.add(ratio(row).orElse("–"));
      }
    }
    if (row.absence() != null) {
      cells.set(1, "not measured: " + row.absence().replace("|", "\\|").replace('\n', ' '));
    }
    return cells;
  }

  private Optional<String> ratio(Outcome.Row row) {
    return row.spread(outcome.verdict())
        .flatMap(spread -> referenceVerdict.map(by -> Spread.number(spread.median() / by, 2)));
  }

  private String verdict() {
    Optional<String> best = outcome.best(outcome.verdict());
    if (best.isEmpty()) {
      return "Nothing was measured.";
    }
    double least = outcome.verdictOf(best.get()).orElseThrow();
    Metric metric = outcome.verdict();
    String sentence = "Best: " + best.get() + ", " + Spread.number(least, metric.digits()) + " "
        + metric.title() + ".";
    return sentence
        + referenceVerdict
            .map(own ->
                " " + reference + " is at " + Spread.number(own / least, 2) + " of the best.")
            .orElse("");
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
