package io.lychgate.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class QuartilesTest {

  @Test
  void halfOfTheFiguresLieBetweenTheOuterOnes() {
    Quartiles quartiles = Quartiles.of(List.of(9.0, 1.0, 5.0, 3.0, 7.0));

    assertThat(quartiles).isEqualTo(new Quartiles(3, 5, 7, 5));
    assertThat(quartiles.text()).isEqualTo("5 (3–7)");
  }

  @Test
  void quartilesBetweenTwoFiguresAreInterpolated() {
    assertThat(Quartiles.of(List.of(1.0, 2.0, 3.0, 4.0)))
        .isEqualTo(new Quartiles(1.75, 2.5, 3.25, 4));
  }

  @Test
  void singleFigureIsEachQuartile() {
    assertThat(Quartiles.of(List.of(4.0))).isEqualTo(new Quartiles(4, 4, 4, 1));
  }
}
