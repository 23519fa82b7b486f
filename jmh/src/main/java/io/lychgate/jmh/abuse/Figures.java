package io.lychgate.jmh.abuse;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Latencies of the visitor in one period.
 *
 * @param micros sorted
 * @param errors requests without a complete and correct response; their times are among the others
 * @param firstError empty when there was none
 */
record Figures(long[] micros, int errors, String firstError) {
  Figures {
    micros = micros.clone();
    Arrays.sort(micros);
  }

  /** All periods as one. */
  static Figures join(List<Figures> periods) {
    long[] all =
        periods.stream().flatMapToLong(period -> LongStream.of(period.micros)).toArray();
    return new Figures(
        all,
        periods.stream().mapToInt(Figures::errors).sum(),
        periods.stream()
            .map(Figures::firstError)
            .filter(error -> !error.isEmpty())
            .findFirst()
            .orElse(""));
  }

  /** Milliseconds by nearest rank; 0 when there are none. */
  double millis(double percent) {
    if (micros.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(percent / 100 * micros.length);
    return micros[Math.max(rank - 1, 0)] / 1000.0;
  }

  int requests() {
    return micros.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Figures figures
        && errors == figures.errors
        && firstError.equals(figures.firstError)
        && Arrays.equals(micros, figures.micros);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(micros) + errors;
  }

  @Override
  public String toString() {
    return requests() + " requests, " + errors + " errors, p99 " + millis(99) + " ms";
  }
}
