package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.report.BarPlot;
import io.lychgate.jmh.report.Quartiles;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Bar chart of the first column of every table, as multiples of Lychgate, from the least to the greatest sample. */
final class PeersPlot {
  private static final int MIN_WIDTH = 1000;
  private static final int WIDTH_OF_SCENARIO = 180;

  /** Lychgate's bar is the darkest; peers in the same language share a colour. */
  private static final List<Color> COLOURS = List.of(
      new Color(0x1b, 0x43, 0x32),
      new Color(0x49, 0x50, 0x57),
      new Color(0x86, 0x8e, 0x96),
      new Color(0xad, 0xb5, 0xbd),
      new Color(0xde, 0xe2, 0xe6),
      new Color(0x4d, 0xab, 0xf7),
      new Color(0xf7, 0x83, 0xac),
      new Color(0xff, 0xa9, 0x4d),
      new Color(0xff, 0xc0, 0x78),
      new Color(0xff, 0xd8, 0xa8),
      new Color(0xff, 0xe8, 0xcc));

  private PeersPlot() {}

  /** Writes an SVG. Returns false if no scenario has figures of Lychgate. */
  static boolean write(List<Outcome> outcomes, Path file) throws IOException {
    List<Outcome> comparable = outcomes.stream()
        .filter(outcome -> outcome.verdictOf(LychgateProgram.NAME).isPresent())
        .toList();
    if (comparable.isEmpty()) {
      return false;
    }
    BarPlot plot = new BarPlot(
        "Peers",
        "× lychgate",
        Math.max(MIN_WIDTH, WIDTH_OF_SCENARIO * comparable.size()),
        comparable.stream().map(outcome -> outcome.scenario().id()).toList());
    List<String> names =
        comparable.get(0).rows().stream().map(Outcome.Row::peer).toList();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      plot.bars(
          name,
          COLOURS.get(i % COLOURS.size()),
          comparable.stream().map(outcome -> ratio(outcome, name)).toList());
    }
    plot.write(file);
    return true;
  }

  private static Optional<Quartiles> ratio(Outcome outcome, String peer) {
    double own = outcome.verdictOf(LychgateProgram.NAME).orElseThrow();
    return outcome
        .row(peer)
        .flatMap(row -> row.spread(outcome.verdict()))
        .map(of -> new Quartiles(of.min() / own, of.median() / own, of.max() / own, 1));
  }
}
