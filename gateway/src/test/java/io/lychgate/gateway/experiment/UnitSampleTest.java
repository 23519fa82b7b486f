package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class UnitSampleTest {
  private static UnitSample of(long seed, int units) {
    SplittableRandom random = new SplittableRandom(seed);
    UnitSample sample = new UnitSample();
    for (int i = 0; i < units; i++) {
      sample.add(random.nextLong());
    }
    return sample;
  }

  @Test
  void countsEachUnitOnce() {
    UnitSample sample = of(1, 5000);
    sample.addAll(of(1, 5000));

    assertThat(sample.count()).isEqualTo(5000);
    assertThat(sample.depth()).isZero();
  }

  @Test
  void manyUnitsAreEstimatedInBoundedMemory() {
    UnitSample sample = of(2, 400_000);

    assertThat((double) sample.count()).isCloseTo(400_000, within(400_000 * 0.08));
    assertThat(sample.encoded().length).isLessThanOrEqualTo(1 + 8 * UnitSample.BOUND);
  }

  @Test
  void joinedSamplesCountTheirUnion() {
    UnitSample whole = of(3, 60_000);
    UnitSample joined = of(3, 30_000);
    joined.addAll(whole);
    UnitSample other = UnitSample.decoded(whole.encoded());
    other.addAll(of(3, 30_000));

    assertThat(joined.count()).isEqualTo(whole.count()).isEqualTo(other.count());
  }

  @Test
  void damagedFormIsRefused() {
    assertThat(UnitSample.decoded(new byte[0]).isEmpty()).isTrue();
    for (byte[] damaged : new byte[][] {new byte[5], {-1}, {63}, new byte[8]}) {
      assertThatThrownBy(() -> UnitSample.decoded(damaged))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("units");
    }
  }
}
