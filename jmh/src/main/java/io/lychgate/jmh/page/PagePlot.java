package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.Quartiles;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler;

/** First paint in one browser, as bars: medians, with half of the interquartile range up and down. */
final class PagePlot {
  private static final int WIDTH = 1500;
  private static final int HEIGHT = 600;

  /** Greens are Lychgate, greys the reference; the darker, the more is switched on. */
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
    CategoryChart chart = new CategoryChartBuilder()
        .width(WIDTH)
        .height(HEIGHT)
        .title("First paint, " + browser.title() + " (" + version + ")")
        .yAxisTitle("ms")
        .build();
    CategoryStyler styler = chart.getStyler();
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setLegendLayout(Styler.LegendLayout.Horizontal);
    styler.setAvailableSpaceFill(0.9);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotGridVerticalLinesVisible(false);
    List<String> cells =
        plan.cells().stream().map(cell -> cell.title().replace(", ", " ")).toList();
    List<Color> colours = new ArrayList<>();
    for (Variant variant : plan.variants()) {
      if (variant.browser() == browser) {
        List<Double> medians = new ArrayList<>();
        List<Double> spreads = new ArrayList<>();
        for (Cell cell : plan.cells()) {
          Optional<Quartiles> paint = samples.of(cell, variant, Load::firstPaint);
          medians.add(paint.map(Quartiles::median).orElse(0.0));
          spreads.add(paint
              .map(quartiles -> (quartiles.upper() - quartiles.lower()) / 2)
              .orElse(0.0));
        }
        chart.addSeries(variant.title(), cells, medians, spreads);
        colours.add(colour(variant));
      }
    }
    styler.setSeriesColors(colours.toArray(Color[]::new));
    ChartEncoder.saveChart(chart, file.toString(), "svg");
  }

  private static Color colour(Variant variant) {
    int shade = (variant.mode().isAhead() ? 2 : 0) + (variant.mode().isOverride() ? 1 : 0);
    return variant.server().equals(Lychgate.NAME) ? OWN[shade] : REFERENCE[shade];
  }
}
