package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class GcLogTest {
  private static final GcLog LOG = new GcLog(List.of(
      "[0.012s][info][gc] Using Serial",
      "[2.412s][info][gc] GC(0) Pause Young (Allocation Failure) 68M->9M(247M) 21.802ms",
      "[3.300s][info][gc] GC(1) Pause Young (Allocation Failure) 77M->9M(247M) 3.214ms"));

  @Test
  void findsTheLongestPause() {
    assertThat(LOG.longestPause()).isEqualTo(OptionalDouble.of(21.802));
  }

  @Test
  void leavesOutEarlierLines() {
    assertThat(LOG.since(new GcLog(LOG.lines().subList(0, 2))).longestPause())
        .isEqualTo(OptionalDouble.of(3.214));
    assertThat(LOG.since(LOG).longestPause()).isEmpty();
  }

  @Test
  void hasNoPauseWithoutLines() {
    assertThat(new GcLog(List.of()).longestPause()).isEmpty();
  }
}
