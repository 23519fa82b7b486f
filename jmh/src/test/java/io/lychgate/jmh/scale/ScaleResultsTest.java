package io.lychgate.jmh.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.jmh.peers.Settings;
import io.lychgate.jmh.report.RunFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScaleResultsTest {
  private final List<ScaleSample> samples = new ArrayList<>();

  @Test
  void eachDimensionHasATableAVerdictAndAPlot(@TempDir Path folder) throws IOException {
    sample(Dimension.COOKIE, "request", 0, 10, 12);
    sample(Dimension.COOKIE, "request", 10, 12, 14);
    sample(Dimension.COOKIE, "request", 100, 120, 140);
    sample(Dimension.REVISIONS, "load", 10, 100, 100);
    sample(Dimension.REVISIONS, "publish", 10, 300, 300);
    sample(Dimension.REVISIONS, "load", 100_000, 100, 100);
    sample(Dimension.REVISIONS, "publish", 100_000, 330, 330);

    String written = Files.readString(results().write(folder));

    assertThat(written)
        .contains(
            "- 50000 connections: not here\n",
            "- Keys in the cookie, request: met, a straight line or better: last ÷ first 11.82 (0 to 100),",
            "- Revisions in the store, publish: met, flat: last ÷ first 1.10 (10 to 100,000),",
            "| keys in the cookie | µs per request |",
            "| 10 | 13.0 (12.5–13.5) |",
            "| revisions in the store | µs per load | µs per publish |",
            "| 100,000 | 100.0 (100.0–100.0) | 330.0 (330.0–330.0) |",
            "![Keys in the cookie](scale-2026-01-02-0304-cookie.svg)")
        .doesNotContain("Routes of a site");
    assertThat(folder.resolve("scale-2026-01-02-0304-cookie.svg")).exists();
    assertThat(folder.resolve("scale-2026-01-02-0304-revisions.svg")).exists();
    assertThat(Files.readString(folder.resolve("scale-2026-01-02-0304.json")))
        .contains("\"dimension\" : \"COOKIE\"", "\"micros\" : 140.0", "\"requests\" : 200000");
  }

  @Test
  void steeperGrowthIsAMiss(@TempDir Path folder) throws IOException {
    sample(Dimension.ROUTES, "request", 10, 10, 10);
    sample(Dimension.ROUTES, "request", 100, 1000, 1000);

    assertThat(Files.readString(results().write(folder)))
        .contains("- Routes of a site, request: **missed**, **steeper than a straight line**");
  }

  private ScaleResults results() {
    RunFacts facts = new RunFacts(
        LocalDateTime.of(2026, 1, 2, 3, 4), "./lychgate bench scale", 7, "0.5", Map.of());
    Settings settings = new Settings(2, 200_000, 16, 20, 0, 1, 0, 0, 0, 1);
    return new ScaleResults(facts, settings, List.of("50000 connections: not here"), samples);
  }

  private void sample(Dimension dimension, String work, int size, double first, double second) {
    samples.add(new ScaleSample(1, dimension, work, size, first));
    samples.add(new ScaleSample(2, dimension, work, size, second));
  }
}
