package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Percentiles of the times to response heads. */
final class HeadTimesTest {
  private final HeadTimes times = new HeadTimes();

  @Test
  void fewRequestsHaveNoPercentile() {
    for (int i = 0; i < HeadTimes.MIN_REQUESTS - 1; i++) {
      times.add(1000);
    }
    assertThat(times.percentile(95)).isZero();

    times.add(1000);
    assertThat(times.percentile(95)).isBetween(1000L, 1130L);
  }

  @ParameterizedTest
  @CsvSource({"50, 500000", "95, 950000", "99, 990000"})
  void percentileIsAtMostAnEighthTooLarge(int percent, long nanos) {
    for (int i = 1; i <= 1000; i++) {
      times.add(1000L * i);
    }

    assertThat(times.percentile(percent)).isBetween(nanos, nanos + nanos / 7);
  }

  @Test
  void oldRequestsFade() {
    for (int i = 0; i < 1000; i++) {
      times.add(1_000_000);
    }
    for (int i = 0; i < 20_000; i++) {
      times.add(1000);
    }

    assertThat(times.percentile(95)).isLessThan(1200);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "7", "8", "9223372036854775807"})
  void eachTimeHasABucket(long nanos) {
    for (int i = 0; i < HeadTimes.MIN_REQUESTS; i++) {
      times.add(nanos);
    }

    assertThat(times.percentile(50)).isNotZero();
  }
}
