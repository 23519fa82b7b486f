package io.lychgate.gateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.testkit.ForkedJava;
import io.lychgate.gateway.testkit.LocalPostgres;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KilledRecorderTest {
  private static final int WRITTEN_BEFORE_KILL = 100;

  @TempDir
  Path directory;

  /** The begin of an hour, a day ago. The store keeps minutes for two days, so it deletes none of these during the test. */
  private final Instant start =
      Instant.now().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofDays(1));

  @Test
  void losesOnlyTheMinuteInProgress() throws Exception {
    killAndCheck("jdbc:sqlite:history.db");
  }

  @Test
  void losesOnlyTheMinuteInProgressInPostgres() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    LocalPostgres server = LocalPostgres.start();
    try {
      killAndCheck(server.create("killed"));
    } finally {
      server.stop();
    }
  }

  private void killAndCheck(String jdbc) throws Exception {
    int written = 0;
    Process recording = fork(jdbc);
    try (BufferedReader output = recording.inputReader()) {
      String line = output.readLine();
      while (line != null && written < WRITTEN_BEFORE_KILL) {
        if (line.startsWith(RecordLoop.MARK)) {
          written = Integer.parseInt(line.substring(RecordLoop.MARK.length()));
        }
        line = output.readLine();
      }
      // SIGKILL on POSIX: no hook runs, and a write in progress stays partial.
      recording.destroyForcibly().waitFor();
    }
    assertThat(written).isEqualTo(WRITTEN_BEFORE_KILL);

    try (Store store =
        Store.open(RecordLoop.url(jdbc, directory), directory, InstantSource.system())) {
      FakeCensus unused = new FakeCensus(start);
      HistoryRecorder recorder =
          new HistoryRecorder(unused::take, () -> store, unused, () -> "a", unused::nanoTime);
      History history = new History(() -> store, recorder, () -> start.plus(Duration.ofHours(25)));
      List<Block> minutes = blocks(history, Duration.ofMinutes(1));
      // The killed process may have written minutes that it did not print any more.
      assertThat(minutes).hasSizeGreaterThanOrEqualTo(WRITTEN_BEFORE_KILL);
      for (int i = 0; i < minutes.size(); i++) {
        assertThat(minutes.get(i).start()).isEqualTo(start.plus(Duration.ofMinutes(i)));
        assertThat(requests(minutes.get(i))).as("minute %d", i).isEqualTo(60);
      }
      for (Duration width : List.of(Duration.ofMinutes(15), Duration.ofHours(1))) {
        assertThat(blocks(history, width).stream()
                .mapToLong(KilledRecorderTest::requests)
                .sum())
            .as("%s agrees", width)
            .isEqualTo(60L * minutes.size());
      }
    }
  }

  private List<Block> blocks(History history, Duration width) {
    return history.blocks(start, start.plus(Duration.ofHours(24)), width, List.of(Selection.WHOLE));
  }

  private static long requests(Block block) {
    Tally tally = Objects.requireNonNull(block.parts().get(FakeCensus.H2));
    assertThat(Arrays.stream(tally.spread(Spread.FIRST_BYTE)).sum())
        .isEqualTo(tally.get(Measure.REQUESTS));
    return tally.get(Measure.REQUESTS);
  }

  private Process fork(String jdbc) throws Exception {
    return new ProcessBuilder(
            ForkedJava.command(RecordLoop.class, directory.toString(), start.toString(), jdbc))
        .redirectError(Files.createTempFile(directory, "recorder", ".err").toFile())
        .start();
  }
}
