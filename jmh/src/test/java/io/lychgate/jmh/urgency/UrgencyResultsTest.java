package io.lychgate.jmh.urgency;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.lab.LinkStatistics;
import io.lychgate.jmh.report.RunFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UrgencyResultsTest {

  @Test
  void resultsHaveARowForEachSampledCaseAndTheFacts(@TempDir Path folder) throws IOException {
    RunFacts facts = new RunFacts(
        LocalDateTime.of(2026, 1, 2, 3, 4),
        "./lychgate bench urgency",
        7,
        "0.5",
        Map.of("h2o", "2.2.5"));
    UrgencySample sample = new UrgencySample(
        1,
        new UrgencySample.Case("h2o", Change.NEW_STREAM_TREE, Source.FILES),
        new Arrival(136, 2_000, 0),
        new LinkStatistics(0, 0, 0, 50, 0));

    Path written = new UrgencyResults(facts, LinkShape.of(100, 20), List.of(sample)).write(folder);

    assertThat(Files.readString(written))
        .contains(
            "- loadAverageBefore: 0.5\n- h2o: 2.2.5\n- command: `./lychgate bench urgency`, seed 7\n",
            "- link: 100 ms, 20 Mbit/s, queue 100ms\n",
            "| new urgent stream, RFC 7540 | files | h2o | 136 (136–136) | 36 (36–36) | 2 (2–2) |");
    assertThat(folder.resolve("urgency-2026-01-02-0304.svg")).exists();
    assertThat(Files.readString(folder.resolve("urgency-2026-01-02-0304.json")))
        .contains("\"rttMillis\" : 100", "\"seed\" : 7");
  }
}
