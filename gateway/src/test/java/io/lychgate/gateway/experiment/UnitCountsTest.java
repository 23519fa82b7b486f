package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class UnitCountsTest {
  @Test
  void countsOfOneNetworkAddUpOverSamplesAndTheStore() {
    UnitCounts first = new UnitCounts();
    UnitCounts second = new UnitCounts();
    first.add(4, ArmCount.REQUESTS, 3);
    first.add(4, ArmCount.ERRORS_5XX, 1);
    second.add(4, ArmCount.REQUESTS, 1);
    second.firstByte(4, 7_000);
    second.add(9, ArmCount.BYTES, 50);
    second.add(9, ArmCount.WASTED, 25);

    UnitCounts all = UnitCounts.decoded(first.encoded());
    all.addAll(UnitCounts.decoded(second.encoded()));

    assertThat(all.size()).isEqualTo(2);
    assertThat(all.values(UnitCounts.Unit::serverErrorShare)).containsExactly(0.25);
    assertThat(all.values(UnitCounts.Unit::firstByteMillis)).containsExactly(7);
    assertThat(all.values(UnitCounts.Unit::wasteShare)).containsExactly(0.5);
    assertThat(all.values(UnitCounts.Unit::connectionsOfView)).isEmpty();
  }

  @Test
  void sampleIsBoundedAndEven() {
    SplittableRandom random = new SplittableRandom(3);
    UnitCounts counts = new UnitCounts();
    for (int i = 0; i < 50_000; i++) {
      long network = random.nextLong();
      counts.add(network, ArmCount.REQUESTS, 1);
      counts.add(network, ArmCount.ERRORS_5XX, i % 5 == 0 ? 1 : 0);
    }

    assertThat(counts.size()).isBetween(UnitCounts.BOUND / 4, UnitCounts.BOUND);
    double share = Arrays.stream(counts.values(UnitCounts.Unit::serverErrorShare))
        .average()
        .orElse(0);
    assertThat(share).isCloseTo(0.2, within(0.06));
    UnitCounts joined = new UnitCounts();
    joined.addAll(counts);
    assertThat(joined.size()).isEqualTo(counts.size());
  }

  @Test
  void firstByteOfANetworkIsOneOfItsResponsesDrawnEvenly() {
    int late = 0;
    for (int i = 0; i < 2_000; i++) {
      UnitCounts counts = new UnitCounts();
      UnitCounts more = new UnitCounts();
      counts.firstByte(1, 1_000);
      more.firstByte(1, 2_000);
      more.firstByte(1, 2_000);
      more.firstByte(1, 2_000);
      counts.addAll(more);
      late += counts.values(UnitCounts.Unit::firstByteMillis)[0] == 2 ? 1 : 0;
    }

    // Three of four, within eight standard deviations: a fair draw fails once in 10^15 runs.
    assertThat(late).isCloseTo(1_500, within(155));
  }

  @Test
  void damagedCodeIsRefused() {
    assertThatThrownBy(() -> UnitCounts.decoded(new byte[] {1, 2}))
        .hasMessage("counts of units: 2 bytes at depth 1 (expected: 1 + 48 for each)");
    assertThatThrownBy(() -> UnitCounts.decoded(new byte[] {-1}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
