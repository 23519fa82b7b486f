package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.lab.Quartiles;
import io.lychgate.jmh.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.style.Styler;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run as the files that it leaves: Markdown to read, JSON with every sample, and a plot.
 *
 * @param loadBefore the machine's load average before the run itself made some
 */
record UrgencyResults(
    LocalDateTime when,
    String command,
    long seed,
    String loadBefore,
    LinkShape shape,
    Map<String, String> versions,
    List<UrgencySample> samples) {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmm", Locale.ROOT);
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final List<String> HEAD = List.of(
      "change",
      "from",
      "server",
      "ms to first byte",
      "beyond a round trip",
      "KB of the transfer before it",
      "longest queue in the link, packets dropped",
      "KB of it before the change");

  /** Writes all files and returns the Markdown one. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    String name = "urgency-" + when.format(STAMP);
    Files.writeString(directory.resolve(name + ".json"), JSON.writeValueAsString(json()));
    plot(directory.resolve(name + ".svg"));
    return Files.writeString(directory.resolve(name + ".md"), markdown(name));
  }

  private String markdown(String name) {
    StringBuilder text = new StringBuilder(4096);
    text.append("# Urgency, ").append(when.truncatedTo(ChronoUnit.MINUTES)).append("\n\n");
    Machine.describe()
        .forEach((key, value) ->
            text.append("- ").append(key).append(": ").append(value).append('\n'));
    text.append("- loadAverageBefore: ").append(loadBefore).append('\n');
    versions.forEach(
        (key, value) -> text.append("- ").append(key).append(": ").append(value).append('\n'));
    text.append("- command: `")
        .append(command)
        .append("`, seed ")
        .append(seed)
        .append("\n- link: ");
    text.append(shape.title()).append(", queue ").append(shape.queue()).append("\n- ");
    text.append(samples.stream().map(UrgencySample::round).distinct().count());
    text.append(" interleaved rounds; medians (interquartile range)\n\n![Time to first byte](");
    text.append(name).append(".svg)\n\n");
    line(text, HEAD);
    line(text, HEAD.stream().map(title -> "---").toList());
    for (Change change : Change.values()) {
      for (Source source : Source.values()) {
        for (String server : versions.keySet()) {
          row(new UrgencySample.Case(server, change, source)).ifPresent(row -> line(text, row));
        }
      }
    }
    return text.toString();
  }

  private Optional<List<String>> row(UrgencySample.Case question) {
    List<UrgencySample> asked = asked(question);
    if (asked.isEmpty()) {
      return Optional.empty();
    }
    List<String> cells = new ArrayList<>(
        List.of(question.change().title(), question.source().id(), question.server()));
    cells.add(text(asked, sample -> sample.arrival().millis()));
    cells.add(text(asked, sample -> sample.arrival().millis() - shape.rttMillis()));
    cells.add(text(asked, sample -> sample.arrival().bytesAhead() / 1000.0));
    cells.add(text(asked, sample -> sample.link().queueMillis()) + " ms, "
        + text(asked, sample -> sample.link().overflowed()));
    cells.add(
        question.change().isOfWaitingStream()
            ? text(asked, sample -> sample.arrival().earlyBytes() / 1000.0)
            : "");
    return Optional.of(cells);
  }

  private List<UrgencySample> asked(UrgencySample.Case question) {
    return samples.stream().filter(sample -> sample.question().equals(question)).toList();
  }

  private static String text(List<UrgencySample> of, ToDoubleFunction<UrgencySample> figure) {
    return quartiles(of, figure).map(Quartiles::text).orElse("–");
  }

  private static Optional<Quartiles> quartiles(
      List<UrgencySample> of, ToDoubleFunction<UrgencySample> figure) {
    return of.isEmpty()
        ? Optional.empty()
        : Optional.of(Quartiles.of(of.stream().map(figure::applyAsDouble).toList()));
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private void plot(Path file) throws IOException {
    CategoryChart chart = new CategoryChartBuilder()
        .width(1200)
        .height(500)
        .title("From the change to the first byte of what is urgent, " + shape.title())
        .yAxisTitle("ms")
        .build();
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(Styler.LegendLayout.Horizontal);
    chart.getStyler().setPlotGridVerticalLinesVisible(false);
    for (String server : versions.keySet()) {
      List<String> names = new ArrayList<>();
      List<Double> medians = new ArrayList<>();
      List<Double> spreads = new ArrayList<>();
      for (Change change : Change.values()) {
        for (Source source : Source.values()) {
          List<UrgencySample> asked = asked(new UrgencySample.Case(server, change, source));
          Optional<Quartiles> figure =
              quartiles(asked, sample -> sample.arrival().millis());
          names.add(change.name() + " " + source.id());
          medians.add(figure.map(Quartiles::median).orElse(0.0));
          spreads.add(figure.map(of -> (of.upper() - of.lower()) / 2).orElse(0.0));
        }
      }
      chart.addSeries(server, names, medians, spreads);
    }
    ChartEncoder.saveChart(chart, file.toString(), "svg");
  }

  private Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("when", when.truncatedTo(ChronoUnit.SECONDS).toString());
    json.put("command", command);
    json.put("seed", seed);
    json.put("loadBefore", loadBefore);
    json.put("link", shape);
    json.put("machine", Machine.describe());
    json.put("versions", versions);
    json.put("samples", samples);
    return json;
  }
}
