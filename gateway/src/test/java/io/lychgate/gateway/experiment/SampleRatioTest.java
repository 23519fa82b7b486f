package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lychgate.gateway.observe.census.SpreadBuckets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SampleRatioTest {
  private final Design design = Designs.hints("a", "one", 1000);

  private static ArmCounts arm(String name, long seed, int units) {
    SplittableRandom random = new SplittableRandom(seed);
    UnitSample sample = new UnitSample();
    for (int i = 0; i < units; i++) {
      sample.add(random.nextLong());
    }
    return new ArmCounts(
        name, new long[ArmCount.COUNT], new long[SpreadBuckets.COUNT], sample, new UnitCounts());
  }

  @Test
  void isPearsonsTest() {
    SampleRatio ratio =
        SampleRatio.of(design, List.of(arm("control", 1, 1050), arm("without", 2, 950)));

    // scipy.stats.chisquare([1050, 950]) gives 0.025347.
    assertThat(ratio.p()).isCloseTo(0.025347, within(1e-6));
    assertThat(ratio.isMismatch()).isFalse();
  }

  @Test
  void mismatchBlocksTheVerdict() {
    assertThat(SampleRatio.of(design, List.of(arm("control", 1, 1200), arm("without", 2, 900)))
            .isMismatch())
        .isTrue();
  }

  @Test
  void samplesOfManyUnitsAreComparedAtOneDepth() {
    SampleRatio ratio =
        SampleRatio.of(design, List.of(arm("control", 3, 8100), arm("without", 4, 8300)));

    assertThat(ratio.counted().get(0)).isBetween(3700L, 4400L);
    assertThat(ratio.isMismatch()).isFalse();
  }

  @Test
  void fewUnitsHaveNoResult() {
    assertThat(SampleRatio.of(design, List.of(arm("control", 1, 40), arm("without", 2, 2)))
            .p())
        .isNull();
  }
}
