package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultsTest {
  private static final Settings SETTINGS = new LoadOptions().settings(1, 10);

  @TempDir
  private Path directory;

  @Test
  void areWrittenAfterEachScenarioToTheSameFiles() throws IOException {
    Results first = noResults().with(outcome(Scenario.H2_1K, 12));
    Path written = first.write(directory);

    assertThat(written).content().contains("(`h2-1k`)").doesNotContain("(`h1-1k`)");

    assertThat(first.with(outcome(Scenario.H1_1K, 20)).write(directory)).isEqualTo(written);
    assertThat(written).content().contains("(`h2-1k`)", "(`h1-1k`)");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "peers-2026-01-02-0304.md",
              "peers-2026-01-02-0304.json",
              "peers-2026-01-02-0304.svg");
    }
  }

  @Test
  void includeTheLoadAverageBeforeTheRun() {
    assertThat(noResults().markdown()).contains("- loadAverageBefore: 0.07\n");
  }

  private static Results noResults() {
    return new Results(
        LocalDateTime.of(2026, 1, 2, 3, 4),
        "./lychgate bench peers",
        "0.07",
        SETTINGS,
        Map.of(),
        List.of());
  }

  private static Outcome outcome(Scenario scenario, double micros) {
    Outcome.Row row =
        new Outcome.Row("lychgate", "1.0", List.of(Map.of(Metric.CPU_MICROS, micros)), null, false);
    return new Outcome(scenario, List.of(row));
  }
}
