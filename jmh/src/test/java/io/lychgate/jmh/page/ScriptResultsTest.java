package io.lychgate.jmh.page;

import static org.assertj.core.api.Assertions.assertThat;

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

final class ScriptResultsTest {
  private static final RunFacts FACTS = new RunFacts(
      LocalDateTime.of(2026, 1, 2, 3, 4), "./lychgate bench script", 7, "0.5", Map.of());

  @TempDir
  Path folder;

  /** Rounds in which the page with the script has these calls and paints. */
  private static List<ScriptLoad> rounds(int count, double callbacks, double laterPaint) {
    List<ScriptLoad> loads = new ArrayList<>();
    for (int round = 1; round <= count; round++) {
      double paint = 300 + round % 3;
      loads.add(new ScriptLoad(round, ScriptedPage.NONE, paint, 200, 400, 90, 0, 0, 0));
      loads.add(new ScriptLoad(round, ScriptedPage.INERT, paint, 200, 400, 90.5, 0.25, 0, 1));
      loads.add(new ScriptLoad(
          round, ScriptedPage.TIMINGS, paint + laterPaint, 200, 400, 92, 0.5, callbacks, 9));
    }
    return loads;
  }

  private String written(List<ScriptLoad> loads) throws IOException {
    List<ScriptedPage> pages = loads.stream().map(ScriptLoad::page).distinct().toList();
    return Files.readString(new ScriptResults(FACTS, 600, pages, loads).write(folder));
  }

  @Test
  void aScriptThatCostsLittleMeetsBothTargets() throws IOException {
    assertThat(written(rounds(30, 1, 0)))
        .contains(
            "At most 2 ms of the main thread a page: met, 1.50 [1.50, 1.50] ms",
            "No effect on the largest paint within noise: met",
            "beside a page whose script is none: 2.00 [2.00, 2.00] ms more",
            "| a comment of the same size | 30 | 0.25 (0.25–0.25) |");
  }

  @Test
  void aScriptThatCostsMuchOrDelaysThePaintMisses() throws IOException {
    assertThat(written(rounds(30, 1.6, 5)))
        .contains(
            "At most 2 ms of the main thread a page: **missed**, 2.10",
            "No effect on the largest paint within noise: **missed**");
  }

  @Test
  void anotherScriptIsComparedInPairs() throws IOException {
    ScriptedPage other = ScriptedPage.of(3, Path.of("folder/other.js"));
    List<ScriptLoad> loads = rounds(6, 1, 0);
    for (int round = 1; round <= 6; round++) {
      loads.add(new ScriptLoad(round, other, 300, 200, 400, 92, 0.25, 0.75, 7));
    }

    assertThat(written(loads))
        .contains(
            "Processor time of the script, beside other.js: 0.50 [0.50, 0.50] ms more",
            "| other.js | 6 | 1.00 (1.00–1.00) |");
  }

  @Test
  void aFewRoundsAreNotJudged() throws IOException {
    assertThat(written(rounds(5, 1, 0)))
        .contains("a page: not judged, 5 loads", "noise: not judged, 5 pairs of loads");
  }
}
