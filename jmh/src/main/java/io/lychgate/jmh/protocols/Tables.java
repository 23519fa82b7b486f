package io.lychgate.jmh.protocols;

import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.report.Quartiles;
import io.lychgate.jmh.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Tables of a run in Markdown: one of a figure for each page, and one of processor time. */
final class Tables {
  private static final List<String> CPU_HEAD =
      List.of("server", "what", "h2", "h3", "h3 ÷ h2", "h3 ÷ caddy's h3");

  private Tables() {}

  /** Returns a table with a row for each mode in each cell, and a column for each protocol. */
  static String link(Plan plan, Samples samples, Page page, ToDoubleFunction<Visit> figure) {
    List<String> head = new ArrayList<>(List.of("link", "connection"));
    for (Protocol protocol : Protocol.values()) {
      head.add(protocol.id());
    }
    head.addAll(List.of("h3 ÷ h2", "h2 ÷ h1"));
    Table table = new Table(head);
    for (Cell cell : plan.cells()) {
      for (Mode mode : plan.modes()) {
        List<String> row = new ArrayList<>(List.of(cell.title(), mode.title()));
        for (Protocol protocol : Protocol.values()) {
          row.add(plan.variant(page, mode, protocol)
              .flatMap(variant -> samples.of(cell, variant, figure))
              .map(Quartiles::text)
              .orElse("–"));
        }
        row.add(ratio(plan, samples, cell, page, mode, figure, Protocol.HTTP_3, Protocol.HTTP_2));
        row.add(ratio(plan, samples, cell, page, mode, figure, Protocol.HTTP_2, Protocol.HTTP_1));
        table.row(row);
      }
    }
    return table.text();
  }

  private static String ratio(
      Plan plan,
      Samples samples,
      Cell cell,
      Page page,
      Mode mode,
      ToDoubleFunction<Visit> figure,
      Protocol of,
      Protocol to) {
    return ratio(
        samples.ratio(cell, plan.variant(page, mode, of), plan.beside(page, mode, to), figure));
  }

  /** Returns a table with a row for each work of each server. */
  static String cpu(CpuSamples samples) {
    Table table = new Table(CPU_HEAD);
    for (Work work : Work.values()) {
      for (String server : samples.servers()) {
        Optional<Quartiles> http2 = samples.of(server, work, Protocol.HTTP_2);
        Optional<Quartiles> http3 = samples.of(server, work, Protocol.HTTP_3);
        table.row(List.of(
            server,
            work.title(),
            http2.map(Quartiles::text).orElse("–"),
            http3.map(Quartiles::text).orElse("–"),
            ratio(CpuSamples.ratio(http3, http2)),
            server.equals(LychgateProgram.NAME)
                ? ratio(CpuSamples.ratio(http3, samples.of(Caddy.NAME, work, Protocol.HTTP_3)))
                : ""));
      }
    }
    return table.text();
  }

  private static String ratio(Optional<Double> ratio) {
    return ratio.map(value -> String.format(Locale.ROOT, "%.2f", value)).orElse("–");
  }
}
