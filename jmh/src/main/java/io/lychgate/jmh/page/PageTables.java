package io.lychgate.jmh.page;

import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.report.Quartiles;
import io.lychgate.jmh.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Tables of a run in Markdown, one for each browser: Lychgate beside the reference, a row for each mode in each cell. */
final class PageTables {
  private static final List<String> HEAD = List.of(
      "link, think time",
      "mode",
      "first paint",
      "%s",
      "ratio",
      "HTML complete",
      "%s",
      "load",
      "%s",
      "KB",
      "%s",
      "used early",
      "%s");

  private final Plan plan;
  private final Samples samples;
  private final String reference;

  PageTables(Plan plan, Samples samples, String reference) {
    this.plan = plan;
    this.samples = samples;
    this.reference = reference;
  }

  String text(Browser browser) {
    Table table =
        new Table(HEAD.stream().map(title -> title.replace("%s", reference)).toList());
    for (Cell cell : plan.cells()) {
      for (Variant variant : plan.variants()) {
        if (variant.browser() == browser && variant.server().equals(LychgateProgram.NAME)) {
          table.row(row(cell, variant));
        }
      }
    }
    return table.text();
  }

  private List<String> row(Cell cell, Variant own) {
    Optional<Variant> other = plan.beside(own, reference);
    List<String> cells = new ArrayList<>();
    cells.add(cell.title());
    cells.add(own.mode().title(own.browser().ahead()));
    pair(cells, cell, own, other, Load::firstPaint);
    cells.add(other
        .flatMap(beside -> samples.ratio(cell, own, beside, Load::firstPaint))
        .map(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
        .orElse("–"));
    pair(cells, cell, own, other, Load::htmlEnd);
    pair(cells, cell, own, other, Load::load);
    pair(cells, cell, own, other, load -> load.bytes() / 1000.0, false);
    pair(cells, cell, own, other, load -> load.pushed() + load.hinted(), false);
    return cells;
  }

  private void pair(
      List<String> cells,
      Cell cell,
      Variant own,
      Optional<Variant> other,
      ToDoubleFunction<Load> figure) {
    pair(cells, cell, own, other, figure, true);
  }

  private void pair(
      List<String> cells,
      Cell cell,
      Variant own,
      Optional<Variant> other,
      ToDoubleFunction<Load> figure,
      boolean isSpreadShown) {
    cells.add(figure(samples.of(cell, own, figure), isSpreadShown));
    cells.add(figure(other.flatMap(beside -> samples.of(cell, beside, figure)), isSpreadShown));
  }

  private static String figure(Optional<Quartiles> figure, boolean isSpreadShown) {
    return figure
        .map(quartiles -> isSpreadShown
            ? quartiles.text()
            : String.format(Locale.ROOT, "%.0f", quartiles.median()))
        .orElse("–");
  }
}
