package io.lychgate.jmh.protocols;

import io.lychgate.jmh.report.BarPlot;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Bar chart of a figure of one page in all cells. */
final class Plot {
  private static final int WIDTH = 1300;

  /** The shorter the handshake, the darker. */
  private static final List<Color> GREYS = List.of(
      new Color(0xce, 0xd4, 0xda), new Color(0x86, 0x8e, 0x96), new Color(0x49, 0x50, 0x57));

  private static final List<Color> BLUES = List.of(
      new Color(0xa5, 0xd8, 0xff), new Color(0x4d, 0xab, 0xf7), new Color(0x18, 0x64, 0xab));

  private static final List<Color> GREENS = List.of(
      new Color(0xb7, 0xe4, 0xc7), new Color(0x40, 0x91, 0x6c), new Color(0x1b, 0x43, 0x32));

  private Plot() {}

  /** Writes an SVG. */
  static void write(
      Plan plan,
      Samples samples,
      Page page,
      String title,
      ToDoubleFunction<Visit> figure,
      Path file)
      throws IOException {
    BarPlot plot = new BarPlot(
        title + ", " + page.title(),
        WIDTH,
        plan.cells().stream().map(Cell::title).toList());
    for (Variant variant : plan.variants(page)) {
      plot.bars(
          variant.title(),
          colour(variant),
          plan.cells().stream().map(cell -> samples.of(cell, variant, figure)).toList());
    }
    plot.write(file);
  }

  private static Color colour(Variant variant) {
    List<Color> shades = switch (variant.protocol()) {
      case HTTP_1 -> GREYS;
      case HTTP_2 -> BLUES;
      case HTTP_3 -> GREENS;
    };
    return switch (variant.mode()) {
      case NEW -> shades.get(0);
      case RESUMED -> shades.get(1);
      case EARLY -> shades.get(2);
    };
  }
}
