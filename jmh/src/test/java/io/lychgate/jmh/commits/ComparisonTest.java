package io.lychgate.jmh.commits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.jmh.commits.Figures.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ComparisonTest {
  @TempDir
  Path directory;

  @Test
  void figuresAreReadFromJmhJson() throws IOException {
    Path file = Files.writeString(directory.resolve("a.json"), """
        [ { "benchmark": "io.lychgate.jmh.RouterBenchmark.last", "params": { "routes": "10" },
            "primaryMetric": { "score": 30.5, "scoreUnit": "ns/op" },
            "secondaryMetrics": { "gc.alloc.rate.norm": { "score": 48.0, "scoreUnit": "B/op" } } },
          { "benchmark": "io.lychgate.jmh.HeadBenchmark.read",
            "primaryMetric": { "score": 7.0, "scoreUnit": "ns/op" }, "secondaryMetrics": {} } ]
        """);

    Map<String, Figure> figures = Figures.read(file);

    assertThat(figures)
        .containsExactly(
            Map.entry("RouterBenchmark.last (routes 10)", new Figure(30.5, "ns/op", 48)),
            Map.entry("HeadBenchmark.read", new Figure(7, "ns/op", Double.NaN)));
  }

  @Test
  void errorNamesAFileThatIsNotJson() throws IOException {
    Path file = Files.writeString(directory.resolve("a.json"), "# Run complete");

    assertThatThrownBy(() -> Figures.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.json");
  }

  @Test
  void ratioIsThatOfMediansAndItsRangeThatOfRounds() {
    Comparison comparison = new Comparison();
    comparison.addRound(of("a", 10, 100), of("a", 5, 50));
    comparison.addRound(of("a", 20, 100), of("a", 14, 50));
    comparison.addRound(of("a", 12, 100), of("a", 9, 50));

    assertThat(comparison.table())
        .contains("| a | 12.0 ns/op | 9.0 ns/op | 0.75 (0.50–0.75) | 100 | 50 |");
  }

  @Test
  void benchmarkOfOneCommitHasNoRatio() {
    Comparison comparison = new Comparison();
    comparison.addRound(of("gone", 10, 1), of("new", 20, 2));

    assertThat(comparison.table())
        .contains("| gone | 10.0 ns/op | – | – | 1 | – |")
        .contains("| new | – | 20.0 ns/op | – | – | 2 |");
  }

  private static Map<String, Figure> of(String name, double time, double bytes) {
    return Map.of(name, new Figure(time, "ns/op", bytes));
  }
}
