package io.lychgate.jmh.page;

import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.report.BarPlot;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;

/** Bar chart of the first paint in one browser: medians, with half of the interquartile range up and down. */
final class PagePlot {
  private static final int WIDTH = 1500;

  /** Lychgate is green, the reference is grey. The more is switched on, the darker. */
  private static final Color[] OWN = {
    new Color(0xb7, 0xe4, 0xc7),
    new Color(0x74, 0xc6, 0x9d),
    new Color(0x40, 0x91, 0x6c),
    new Color(0x1b, 0x43, 0x32)
  };

  private static final Color[] REFERENCE = {
    new Color(0xde, 0xe2, 0xe6),
    new Color(0xad, 0xb5, 0xbd),
    new Color(0x6c, 0x75, 0x7d),
    new Color(0x34, 0x3a, 0x40)
  };

  private final Plan plan;
  private final Samples samples;

  PagePlot(Plan plan, Samples samples) {
    this.plan = plan;
    this.samples = samples;
  }

  /** Writes an SVG. */
  void write(Browser browser, String version, Path file) throws IOException {
    BarPlot plot = new BarPlot(
        "First paint, " + browser.title() + " (" + version + ")",
        WIDTH,
        plan.cells().stream().map(cell -> cell.title().replace(", ", " ")).toList());
    for (Variant variant : plan.variants()) {
      if (variant.browser() == browser) {
        plot.bars(
            variant.title(),
            colour(variant),
            plan.cells().stream()
                .map(cell -> samples.of(cell, variant, Load::firstPaint))
                .toList());
      }
    }
    plot.write(file);
  }

  private static Color colour(Variant variant) {
    int shade = (variant.mode().isAhead() ? 2 : 0) + (variant.mode().isOverride() ? 1 : 0);
    return variant.server().equals(LychgateProgram.NAME) ? OWN[shade] : REFERENCE[shade];
  }
}
