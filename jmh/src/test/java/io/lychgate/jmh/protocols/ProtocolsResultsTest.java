package io.lychgate.jmh.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.jmh.lab.LinkStatistics;
import io.lychgate.jmh.report.RunFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ProtocolsResultsTest {
  private static final Cell CELL = Cell.of(100, 20, 2);

  @Test
  void tableHasAColumnForEachProtocolAndRatios(@TempDir Path folder) throws IOException {
    Path written = results().write(folder);

    assertThat(Files.readString(written))
        .contains(
            "# Protocols, 2026-01-02T03:04",
            "- 0-RTT: left out",
            "| link | connection | h1 | h2 | h3 | h3 ÷ h2 | h2 ÷ h1 |",
            "| 100 ms, loss 2 % | new | 100 (100–100) | 200 (200–200) | 300 (300–300) | 1.50 | 2.00 |")
        .doesNotContain("Processor time\n");
  }

  @Test
  void jsonHasEverySampleAndEveryPageHasPlots(@TempDir Path folder) throws IOException {
    var unused = results().write(folder);

    JsonNode json = JsonMapper.shared()
        .readTree(folder.resolve("protocols-2026-01-02-0304.json").toFile());
    assertThat(json.required("samples")).hasSize(3);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains(
              "protocols-2026-01-02-0304-15k-ttfb.svg", "protocols-2026-01-02-0304-15k-load.svg");
    }
  }

  private static ProtocolsResults results() {
    Plan plan = new Plan(List.of(CELL), List.of(Page.KB_15), Plan.Opening.all());
    List<Sample> samples = new ArrayList<>();
    double time = 0;
    for (Protocol protocol : Protocol.values()) {
      time += 100;
      samples.add(new Sample(
          1,
          CELL,
          new Variant(Page.KB_15, new Plan.Opening(protocol, Mode.NEW)),
          new Visit(0, 0, time, time, 1),
          new LinkStatistics(0, 0, 0, 0, 0)));
    }
    RunFacts facts = new RunFacts(
        LocalDateTime.of(2026, 1, 2, 3, 4), "./lychgate bench protocols", 1, "0.1", Map.of());
    return new ProtocolsResults(facts, Map.of("0-RTT", "left out"), plan, samples, List.of());
  }
}
