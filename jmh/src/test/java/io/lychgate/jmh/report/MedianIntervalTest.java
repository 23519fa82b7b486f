package io.lychgate.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MedianIntervalTest {

  @Test
  void theIntervalOfThirtyFiguresIsFromTheTenthToTheTwentyFirst() {
    double[] figures = IntStream.rangeClosed(1, 30).mapToDouble(i -> 31 - i).toArray();

    MedianInterval interval = MedianInterval.of(figures);

    assertThat(interval).isEqualTo(new MedianInterval(10, 15.5, 21));
    assertThat(interval.text()).isEqualTo("15.50 [10.00, 21.00]");
  }

  @Test
  void theIntervalOfTheFewestFiguresIsFromTheLeastToTheGreatest() {
    assertThat(MedianInterval.of(new double[] {4, 1, 2, 6, 3, 5}))
        .isEqualTo(new MedianInterval(1, 3.5, 6));
  }

  @Test
  void fewerFiguresHaveNoInterval() {
    assertThatThrownBy(() -> MedianInterval.of(new double[5]))
        .hasMessage("figures: 5 (expected: at least 6)");
  }
}
