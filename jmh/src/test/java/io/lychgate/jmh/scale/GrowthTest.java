package io.lychgate.jmh.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GrowthTest {

  @Test
  void almostConstantCostIsFlat() {
    Growth growth = growth(1, 12.0, 10, 12.5, 1000, 13.2);

    assertThat(growth.isStraightOrBetter()).isTrue();
    assertThat(growth.text())
        .isEqualTo("flat: last ÷ first 1.10 (1 to 1,000), steepest exponent 0.02");
  }

  @Test
  void costInProportionToTheSizeIsAStraightLine() {
    Growth growth = growth(10, 5, 100, 50, 1000, 500);

    assertThat(growth.exponent()).isCloseTo(1, within(1e-9));
    assertThat(growth.ratio()).isCloseTo(100, within(1e-9));
    assertThat(growth.isStraightOrBetter()).isTrue();
    assertThat(growth.text()).startsWith("a straight line or better: last ÷ first 100.00");
  }

  @Test
  void oneSteepStepIsSteeperThanAStraightLine() {
    Growth growth = growth(10, 5, 100, 500, 1000, 500);

    assertThat(growth.exponent()).isCloseTo(2, within(1e-9));
    assertThat(growth.isStraightOrBetter()).isFalse();
    assertThat(growth.text()).startsWith("**steeper than a straight line**");
  }

  @Test
  void sizeZeroHasARatioButNoExponent() {
    assertThat(growth(0, 10, 1, 20, 10, 20).exponent()).isZero();
    assertThat(growth(0, 10, 1, 20, 10, 20).ratio()).isEqualTo(2);
    assertThat(growth(0, 10, 1, 20).exponent()).isZero();
  }

  @Test
  void fallingCostIsFlat() {
    assertThat(growth(1, 20, 10, 10).text())
        .isEqualTo("flat: last ÷ first 0.50 (1 to 10), steepest exponent -0.30");
  }

  private static Growth growth(double... sizesAndCosts) {
    ArrayList<Growth.Point> points = new ArrayList<>();
    for (int i = 0; i < sizesAndCosts.length; i += 2) {
      points.add(new Growth.Point((int) sizesAndCosts[i], sizesAndCosts[i + 1]));
    }
    return new Growth(List.copyOf(points));
  }
}
