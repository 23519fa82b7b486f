package io.lychgate.gateway.observe.count;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {
  private final DurationHistogram histogram = new DurationHistogram();

  @Test
  void putsEveryDurationIntoItsBucket() {
    for (long nanos = 0; nanos < TimeUnit.SECONDS.toNanos(60); nanos = nanos * 11 / 10 + 1) {
      int bucket = DurationHistogram.bucketOf(nanos);

      assertThat(nanos).isLessThan(DurationHistogram.endOf(bucket));
      if (bucket > 0) {
        assertThat(nanos).isGreaterThanOrEqualTo(DurationHistogram.endOf(bucket - 1));
      }
    }
  }

  @Test
  void endsABucketAtEveryPowerOfTwo() {
    for (int bits = 14; bits <= 36; bits++) {
      int bucket = DurationHistogram.bucketOf((1L << bits) - 1);

      assertThat(DurationHistogram.endOf(bucket)).isEqualTo(1L << bits);
    }
  }

  @Test
  void acceptsTooLongAndNegativeDurations() {
    assertThat(DurationHistogram.bucketOf(Long.MAX_VALUE)).isEqualTo(DurationHistogram.BUCKETS - 1);
    assertThat(DurationHistogram.bucketOf(-1)).isZero();
  }

  @Test
  void quantilesAreExactWithinAnEighth() {
    for (int millis = 1; millis <= 1000; millis++) {
      histogram.record(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    DurationSummary summary = summary();

    assertThat(summary.count()).isEqualTo(1000);
    assertThat(summary.sumNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500_500));
    assertThat((double) summary.quantileNanos(0.5)).isCloseTo(5e8, Percentage.withPercentage(12.5));
    assertThat((double) summary.quantileNanos(0.99))
        .isCloseTo(9.9e8, Percentage.withPercentage(12.5));
    assertThat((double) summary.countBelow(1L << 29)).isCloseTo(536, within(1.0));
  }

  @Test
  void isZeroWithoutDurations() {
    assertThat(summary().quantileNanos(0.5)).isZero();
  }

  private DurationSummary summary() {
    DurationSummary.Builder sum = new DurationSummary.Builder();
    histogram.addTo(sum);
    return sum.build();
  }
}
