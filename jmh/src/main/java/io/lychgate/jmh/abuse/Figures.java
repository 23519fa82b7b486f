package io.lychgate.jmh.abuse;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Latencies of the visitor in one period. */
final class Figures {
  private final long[] sorted;
  private final int errors;
  private final String firstError;

  /**
   * @param micros latency of each request
   * @param errors requests without a complete and correct response; their times are among the others
   * @param firstError empty if there was none
   */
  Figures(long[] micros, int errors, String firstError) {
    this.sorted = micros.clone();
    Arrays.sort(sorted);
    this.errors = errors;
    this.firstError = firstError;
  }

  /** Joins all periods into one. */
  static Figures join(List<Figures> periods) {
    long[] all =
        periods.stream().flatMapToLong(period -> LongStream.of(period.sorted)).toArray();
    return new Figures(
        all,
        periods.stream().mapToInt(Figures::errors).sum(),
        periods.stream()
            .map(Figures::firstError)
            .filter(error -> !error.isEmpty())
            .findFirst()
            .orElse(""));
  }

  /** Returns a percentile in milliseconds, by nearest rank; 0 if there are no requests. */
  double millis(double percent) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(percent / 100 * sorted.length);
    return sorted[Math.max(rank - 1, 0)] / 1000.0;
  }

  int requests() {
    return sorted.length;
  }

  int errors() {
    return errors;
  }

  String firstError() {
    return firstError;
  }

  @Override
  public String toString() {
    return requests() + " requests, " + errors + " errors, p99 " + millis(99) + " ms";
  }
}
