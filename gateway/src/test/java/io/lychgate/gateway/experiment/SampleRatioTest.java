package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lychgate.gateway.observe.census.SpreadBuckets;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SampleRatioTest {
  private final Experiment experiment = Designs.running(Designs.hints("a", "one", 1000), 0);

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
        SampleRatio.of(experiment, List.of(arm("control", 1, 1050), arm("without", 2, 950)));

    // scipy.stats.chisquare([1050, 950]) gives 0.025347.
    assertThat(ratio.p()).isCloseTo(0.025347, within(1e-6));
    assertThat(ratio.isMismatch()).isFalse();
  }

  @Test
  void mismatchBlocksTheVerdict() {
    assertThat(SampleRatio.of(experiment, List.of(arm("control", 1, 1200), arm("without", 2, 900)))
            .isMismatch())
        .isTrue();
  }

  @Test
  void armThatWasStoppedBeforeTheOthersIsNotJudged() {
    Design three = Designs.with(
        experiment.design(),
        Factor.NONE,
        Unit.NETWORK,
        List.of(new Arm("a", "", 1), new Arm("b", "", 1), new Arm("c", "", 1)));
    Life life = Designs.running(three, 0).life().without("b", "5xx", 100);
    List<ArmCounts> counts = List.of(arm("a", 1, 1050), arm("b", 2, 90), arm("c", 3, 950));

    SampleRatio going = SampleRatio.of(of(three, life), counts);
    SampleRatio endedByHand = SampleRatio.of(of(three, life.ended(200)), counts);
    SampleRatio endedByTheLast =
        SampleRatio.of(of(three, life.without("c", "p95", 200).ended(200)), counts);

    for (SampleRatio each : List.of(going, endedByHand, endedByTheLast)) {
      assertThat(each.expected()).containsExactly(1000.0, null, 1000.0);
      assertThat(each.p()).isCloseTo(0.025347, within(1e-6));
    }
    assertThat(SampleRatio.of(of(three, life.without("c", "p95", 150)), counts).p())
        .as("one arm alone")
        .isNull();
  }

  private static Experiment of(Design design, Life life) {
    return new Experiment(design, life, "admin", Instant.EPOCH, 1);
  }

  @Test
  void singleArmThatWasStoppedEndedWithTheControlArm() {
    Life life = experiment.life().without("without", "5xx", 100).ended(100);

    SampleRatio ratio = SampleRatio.of(
        of(experiment.design(), life), List.of(arm("control", 1, 1200), arm("without", 2, 900)));

    assertThat(ratio.isMismatch()).isTrue();
  }

  @Test
  void samplesOfManyUnitsAreComparedAtOneDepth() {
    SampleRatio ratio =
        SampleRatio.of(experiment, List.of(arm("control", 3, 8100), arm("without", 4, 8300)));

    assertThat(ratio.counted().get(0)).isBetween(3700L, 4400L);
    assertThat(ratio.isMismatch()).isFalse();
  }

  @Test
  void fewUnitsHaveNoResult() {
    assertThat(SampleRatio.of(experiment, List.of(arm("control", 1, 40), arm("without", 2, 2)))
            .p())
        .isNull();
  }
}
