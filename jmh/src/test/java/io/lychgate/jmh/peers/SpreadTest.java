package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SpreadTest {

  @Test
  void takesTheMiddleOfAnOddNumberOfFigures() {
    assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 3));
  }

  @Test
  void takesTheMeanOfTheTwoMiddleOnesOfAnEvenNumber() {
    assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(2.5, 1, 4));
  }

  @Test
  void showsItsEndsOnlyIfTheyDiffer() {
    assertThat(new Spread(11.84, 10.1, 12.4).text(1)).isEqualTo("11.8 (10.1–12.4)");
    assertThat(new Spread(11.84, 11.8, 11.84).text(1)).isEqualTo("11.8");
  }
}
