package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.report.BarPlot;
import io.lychgate.jmh.report.Quartiles;
import io.lychgate.jmh.report.RunFacts;
import io.lychgate.jmh.report.Table;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Result files of a run: Markdown to read, JSON with every sample, and a plot. */
record UrgencyResults(RunFacts facts, LinkShape shape, List<UrgencySample> samples) {
  private static final List<String> HEAD = List.of(
      "change",
      "from",
      "server",
      "ms to first byte",
      "beyond a round trip",
      "KB of the transfer before it",
      "longest queue in the link, packets dropped",
      "KB of it before the change");

  /** Colours of the servers, in their order. */
  private static final List<Color> COLOURS = List.of(
      new Color(0x40, 0x91, 0x6c), new Color(0x6c, 0x75, 0x7d), new Color(0xad, 0xb5, 0xbd));

  private static final int WIDTH = 1200;

  /** Writes all files and returns the Markdown file. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    String name = facts.fileName("urgency");
    facts.writeJson(directory.resolve(name + ".json"), Map.of("link", shape), samples);
    plot(directory.resolve(name + ".svg"));
    return Files.writeString(directory.resolve(name + ".md"), markdown(name));
  }

  private List<String> servers() {
    return List.copyOf(facts.versions().keySet());
  }

  private String markdown(String name) {
    StringBuilder text = facts.heading("Urgency");
    RunFacts.fact(text, "link", shape.title() + ", queue " + shape.queue());
    text.append("- ")
        .append(samples.stream().map(UrgencySample::round).distinct().count());
    text.append(" interleaved rounds; medians (interquartile range)\n\n![Time to first byte](");
    text.append(name).append(".svg)\n\n");
    Table table = new Table(HEAD);
    for (Change change : Change.values()) {
      for (Source source : Source.values()) {
        for (String server : servers()) {
          row(new UrgencySample.Case(server, change, source)).ifPresent(table::row);
        }
      }
    }
    return text.append(table.text()).toString();
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

  private void plot(Path file) throws IOException {
    List<UrgencySample.Case> groups = new ArrayList<>();
    for (Change change : Change.values()) {
      for (Source source : Source.values()) {
        groups.add(new UrgencySample.Case("", change, source));
      }
    }
    BarPlot plot = new BarPlot(
        "From the change to the first byte of the urgent response, " + shape.title(),
        WIDTH,
        groups.stream()
            .map(group -> group.change().name() + " " + group.source().id())
            .toList());
    for (String server : servers()) {
      plot.bars(
          server,
          COLOURS.get(servers().indexOf(server) % COLOURS.size()),
          groups.stream()
              .map(group -> asked(new UrgencySample.Case(server, group.change(), group.source())))
              .map(asked -> quartiles(asked, sample -> sample.arrival().millis()))
              .toList());
    }
    plot.write(file);
  }
}
