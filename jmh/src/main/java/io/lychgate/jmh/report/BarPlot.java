package io.lychgate.jmh.report;

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

/** Groups of bars: medians, with half of the interquartile range up and down. */
public final class BarPlot {
  private static final int HEIGHT = 600;

  private final CategoryChart chart;
  private final List<String> groups;
  private final List<Color> colours = new ArrayList<>();

  /** Creates a plot of milliseconds; {@code groups} are the names below the groups. */
  public BarPlot(String title, int width, List<String> groups) {
    this(title, "ms", width, groups);
  }

  /** Creates a plot of any figures; {@code unit} is the title of the axis. */
  public BarPlot(String title, String unit, int width, List<String> groups) {
    this.chart = new CategoryChartBuilder()
        .width(width)
        .height(HEIGHT)
        .title(title)
        .yAxisTitle(unit)
        .build();
    this.groups = groups;
    CategoryStyler styler = chart.getStyler();
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setLegendLayout(Styler.LegendLayout.Horizontal);
    styler.setAvailableSpaceFill(0.9);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotGridVerticalLinesVisible(false);
  }

  /** Adds a bar to each group. A missing figure has no height. */
  public void bars(String name, Color colour, List<Optional<Quartiles>> figures) {
    var unused = chart.addSeries(
        name,
        groups,
        figures.stream()
            .map(figure -> figure.map(Quartiles::median).orElse(0.0))
            .toList(),
        figures.stream()
            .map(figure -> figure.map(of -> (of.upper() - of.lower()) / 2).orElse(0.0))
            .toList());
    colours.add(colour);
  }

  /** Writes an SVG. */
  public void write(Path file) throws IOException {
    chart.getStyler().setSeriesColors(colours.toArray(Color[]::new));
    ChartEncoder.saveChart(chart, file.toString(), "svg");
  }
}
