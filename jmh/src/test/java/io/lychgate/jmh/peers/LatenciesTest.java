package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LatenciesTest {
  @TempDir
  Path directory;

  @Test
  void takesTheNearestRank() {
    Latencies latencies = new Latencies(LongStream.rangeClosed(1, 200).toArray());

    assertThat(latencies.percentile(50)).isEqualTo(100);
    assertThat(latencies.percentile(99)).isEqualTo(198);
    assertThat(latencies.percentile(100)).isEqualTo(200);
  }

  @Test
  void isZeroWithoutRequests() {
    assertThat(new Latencies().percentile(99)).isZero();
  }

  @Test
  void readsTheLogWithoutIncompleteRows() throws IOException {
    Path log = Files.writeString(
        directory.resolve("h2load.tsv"),
        "1795254701023935\t200\t611\n1795254701023936\t200\t641\n1795254701023940\t200\t\n");

    assertThat(Latencies.read(log).percentile(100)).isEqualTo(641);
    assertThat(Latencies.read(log).percentile(50)).isEqualTo(611);
  }

  @Test
  void readsTheRequestsOfAPeriodAndCountsFailures() throws IOException {
    Path log = Files.writeString(
        directory.resolve("pace.tsv"), "1000\t200\t5\n2000\t0\t6\n2999\t-1\t7\n3000\t503\t8\n");

    assertThat(Latencies.read(log, 2000, 3000).percentile(1)).isEqualTo(6);
    assertThat(Latencies.read(log, 2000, 3000).percentile(100)).isEqualTo(7);
    assertThat(Latencies.failures(log)).isEqualTo(3);
  }
}
