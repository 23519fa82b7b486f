package io.lychgate.jmh.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Times of single requests, in microseconds and sorted, as h2load's {@code --log-file} lists them. */
final class Latencies {
  private final long[] sorted;

  Latencies(long... micros) {
    this.sorted = micros.clone();
    Arrays.sort(sorted);
  }

  /** Rows are start, status and microseconds, with tabs between; rows that are not so are left out. */
  static Latencies read(Path log) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.US_ASCII)) {
      return new Latencies(lines
          .lines()
          .mapToLong(Latencies::micros)
          .filter(micros -> micros >= 0)
          .toArray());
    }
  }

  /** Nearest rank; 0 when there are no rows. */
  double percentile(double percent) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(percent / 100 * sorted.length);
    return sorted[Math.max(rank - 1, 0)];
  }

  private static long micros(String row) {
    String last = row.substring(row.lastIndexOf('\t') + 1);
    return last.matches("\\d{1,15}") ? Long.parseLong(last) : -1;
  }
}
