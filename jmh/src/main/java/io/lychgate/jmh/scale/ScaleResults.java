package io.lychgate.jmh.scale;

import io.lychgate.jmh.peers.Settings;
import io.lychgate.jmh.report.LinePlot;
import io.lychgate.jmh.report.Quartiles;
import io.lychgate.jmh.report.RunFacts;
import io.lychgate.jmh.report.Table;
import io.lychgate.jmh.report.Verdicts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Result files of a run: Markdown to read, JSON with every sample, and a plot for each dimension.
 *
 * @param remarks sentences about failed or reduced measurements
 */
record ScaleResults(
    RunFacts facts, Settings settings, List<String> remarks, List<ScaleSample> samples) {

  /** Writes all files and returns the Markdown file. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    String name = facts.fileName("scale");
    facts.writeJson(
        directory.resolve(name + ".json"),
        Map.of("settings", settings, "remarks", remarks),
        samples);
    ScaleFigures figures = new ScaleFigures(samples);
    for (Dimension dimension : figures.dimensions()) {
      plot(figures, dimension, directory.resolve(plotOf(name, dimension)));
    }
    return Files.writeString(directory.resolve(name + ".md"), markdown(figures, name));
  }

  private String markdown(ScaleFigures figures, String name) {
    StringBuilder text = facts.heading("Scale");
    RunFacts.fact(
        text,
        "sizes",
        String.format(
            Locale.ROOT,
            "%d rounds, the sizes of a dimension in turn; %d requests per sample, of h2load with %d connections × %d streams;"
                + " warm-up × %.2f; gateway on core %d, load and origin on core %d",
            figures.rounds(),
            settings.requests(),
            settings.connections(),
            settings.streams(),
            settings.warmUpShare(),
            settings.proxyCore(),
            settings.loadCore()));
    RunFacts.fact(text, "figures", "µs of processor time, medians (interquartile range)");
    remarks.forEach(remark -> text.append("- ").append(remark).append('\n'));
    text.append("\n## Growth\n\n");
    verdicts(figures).forEach(line -> text.append(line).append('\n'));
    for (Dimension dimension : figures.dimensions()) {
      text.append("\n## ").append(dimension.title()).append("\n\n");
      text.append(dimension.method()).append("\n\n![").append(dimension.title());
      text.append("](").append(plotOf(name, dimension)).append(")\n\n");
      text.append(table(figures, dimension));
    }
    return text.toString();
  }

  private static List<String> verdicts(ScaleFigures figures) {
    Verdicts verdicts = new Verdicts();
    for (Dimension dimension : figures.dimensions()) {
      for (String work : figures.works(dimension)) {
        figures
            .growth(dimension, work)
            .ifPresent(growth -> verdicts.add(
                dimension.title() + ", " + work, growth.isStraightOrBetter(), growth.text()));
      }
    }
    return verdicts.lines();
  }

  private static String table(ScaleFigures figures, Dimension dimension) {
    List<String> works = figures.works(dimension);
    List<String> head = new ArrayList<>(List.of(dimension.title().toLowerCase(Locale.ROOT)));
    works.forEach(work -> head.add("µs per " + work));
    Table table = new Table(head);
    for (int size : figures.sizes(dimension)) {
      List<String> cells = new ArrayList<>(List.of(String.format(Locale.ROOT, "%,d", size)));
      for (String work : works) {
        cells.add(figures.of(dimension, work, size).map(of -> of.text(1)).orElse("–"));
      }
      table.row(cells);
    }
    return table.text();
  }

  private static String plotOf(String name, Dimension dimension) {
    return name + "-" + dimension.id() + ".svg";
  }

  private static void plot(ScaleFigures figures, Dimension dimension, Path file)
      throws IOException {
    LinePlot plot = new LinePlot(dimension.title(), dimension.title().toLowerCase(Locale.ROOT));
    for (String work : figures.works(dimension)) {
      List<LinePlot.Point> points = new ArrayList<>();
      for (int size : figures.sizes(dimension)) {
        figures
            .of(dimension, work, size)
            .map(Quartiles::median)
            .ifPresent(median -> points.add(new LinePlot.Point(size, median)));
      }
      plot.line(work, points);
    }
    plot.write(file);
  }
}
