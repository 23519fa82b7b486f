package io.lychgate.jmh.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Lines of µs over sizes. Both axes are logarithmic, so that every power of the size is a straight line and its exponent is the
 * slope. A dashed line beside each is proportional to the size. A size of 0 has no place on such an axis and is left out.
 */
public final class LinePlot {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 500;
  private static final BasicStroke DASHED =
      new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {4, 4}, 0);
  private static final List<Color> COLOURS = List.of(
      new Color(0x1b, 0x43, 0x32),
      new Color(0x4d, 0xab, 0xf7),
      new Color(0xff, 0xa9, 0x4d),
      new Color(0xf7, 0x83, 0xac));

  /** One figure. */
  public record Point(int size, double micros) {}

  private final XYChart chart;
  private int lines;

  /** Creates an empty plot; {@code sizes} is the title of the axis of sizes. */
  public LinePlot(String title, String sizes) {
    this.chart = new XYChartBuilder()
        .width(WIDTH)
        .height(HEIGHT)
        .title(title)
        .xAxisTitle(sizes)
        .yAxisTitle("µs of processor time")
        .build();
    XYStyler styler = chart.getStyler();
    styler.setXAxisLogarithmic(true);
    styler.setYAxisLogarithmic(true);
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setLegendLayout(Styler.LegendLayout.Horizontal);
    styler.setChartBackgroundColor(Color.WHITE);
  }

  /** Adds a line, unless it has fewer than two points above 0. */
  public void line(String name, List<Point> points) {
    List<Point> seen =
        points.stream().filter(point -> point.size() > 0 && point.micros() > 0).toList();
    if (seen.size() < 2) {
      return;
    }
    Color colour = COLOURS.get(lines++ % COLOURS.size());
    Point first = seen.get(0);
    Point last = seen.get(seen.size() - 1);
    XYSeries line =
        chart.addSeries(name, sizes(seen), seen.stream().map(Point::micros).toList());
    line.setMarker(SeriesMarkers.CIRCLE).setMarkerColor(colour).setLineColor(colour);
    Point proportional = new Point(last.size(), first.micros() * last.size() / first.size());
    XYSeries reference = chart.addSeries(
        lines == 1 ? "in proportion" : "in proportion, " + name,
        List.of(first.size(), last.size()),
        List.of(first.micros(), proportional.micros()));
    reference.setMarker(SeriesMarkers.NONE).setLineColor(colour).setLineStyle(DASHED);
    reference.setShowInLegend(lines == 1);
  }

  private static List<Integer> sizes(List<Point> points) {
    return points.stream().map(Point::size).toList();
  }

  /** Writes an SVG. */
  public void write(Path file) throws IOException {
    ChartEncoder.saveChart(chart, file.toString(), "svg");
  }
}
