package io.lychgate.jmh.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Latencies of single requests in microseconds, sorted, from the log that h2load writes with {@code --log-file}. */
final class Latencies {
  private static final Pattern ROW = Pattern.compile("(\\d{1,18})\t(-?\\d{1,9})\t(\\d{1,15})");
  private static final int COLUMNS = 3;
  private static final int OK = 200;

  private final long[] sorted;

  Latencies(long... micros) {
    this.sorted = micros.clone();
    Arrays.sort(sorted);
  }

  /** Reads rows of start, status and microseconds, separated by tabs. Other rows are left out. */
  static Latencies read(Path log) throws IOException {
    return read(log, 0, Long.MAX_VALUE);
  }

  /** Reads the requests that began in a period, in microseconds since the epoch. */
  static Latencies read(Path log, long from, long to) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.US_ASCII)) {
      return new Latencies(lines
          .lines()
          .map(Latencies::columns)
          .filter(row -> row.length == COLUMNS && from <= row[0] && row[0] < to)
          .mapToLong(row -> row[2])
          .toArray());
    }
  }

  /** Number of requests with a response other than 200, or without one. */
  static long failures(Path log) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.US_ASCII)) {
      return lines
          .lines()
          .map(Latencies::columns)
          .filter(row -> row.length == COLUMNS && row[1] != OK)
          .count();
    }
  }

  boolean isEmpty() {
    return sorted.length == 0;
  }

  /** Returns a percentile by nearest rank; 0 without rows. */
  double percentile(double percent) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(percent / 100 * sorted.length);
    return sorted[Math.max(rank - 1, 0)];
  }

  /** Returns the columns of a row; empty if the row is no request. */
  private static long[] columns(String row) {
    Matcher matcher = ROW.matcher(row);
    return matcher.matches()
        ? new long[] {
          Long.parseLong(matcher.group(1)),
          Long.parseLong(matcher.group(2)),
          Long.parseLong(matcher.group(3))
        }
        : new long[0];
  }
}
