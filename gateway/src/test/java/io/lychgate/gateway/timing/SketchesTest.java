package io.lychgate.gateway.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datadoghq.sketch.ddsketch.DDSketch;
import io.lychgate.gateway.store.ViewSample;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Distributions: their quantiles after coding and merging, and their size. */
final class SketchesTest {
  private static double[] times(double value) {
    double[] times = new double[ViewSample.TIMES.size()];
    Arrays.fill(times, Double.NaN);
    times[ViewSample.TIMES.indexOf("lcp")] = value;
    return times;
  }

  @Test
  void quantilesAreWithinOnePercentAfterAMerge() {
    Random random = new Random(1);
    double[] values = new double[10_000];
    Sketches[] parts = {new Sketches(), new Sketches()};
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.exp(7 + random.nextGaussian());
      parts[i % 2].add(times(values[i]));
    }
    Sketches merged = new Sketches();
    for (Sketches part : parts) {
      byte[] coded = part.encode();
      assertThat(coded.length).isLessThan(4_000);
      merged.merge(coded);
    }
    Arrays.sort(values);

    TimingReports.Figures figures =
        Objects.requireNonNull(TimingReports.Figures.of(merged.of("lcp")));

    assertThat(figures.count()).isEqualTo(values.length);
    assertThat(figures.p50()).isCloseTo(values[4_999], Percentage.withPercentage(1.1));
    assertThat(figures.p95()).isCloseTo(values[9_499], Percentage.withPercentage(1.1));
    assertThat(figures.mean())
        .isCloseTo(Arrays.stream(values).average().orElseThrow(), Percentage.withPercentage(1.1));
    assertThat(merged.of("ttfb")).isNull();
  }

  @Test
  void keepsZeroAndTheLongestTime() {
    Sketches sketches = new Sketches();
    sketches.add(times(0));
    sketches.add(times(Plausibility.LONGEST));
    Sketches read = new Sketches();
    read.merge(sketches.encode());

    DDSketch lcp = Objects.requireNonNull(read.of("lcp"));
    assertThat(lcp.getMinValue()).isCloseTo(0, within(0.001));
    assertThat(lcp.getMaxValue()).isCloseTo(Plausibility.LONGEST, Percentage.withPercentage(1));
  }

  @Test
  void refusesRowsOfAnUnknownForm() {
    assertThatThrownBy(() -> new Sketches().merge(new byte[] {9, 1}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Sketches().merge(new byte[] {1, 99, 0, 0, 0, 1, 0}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
