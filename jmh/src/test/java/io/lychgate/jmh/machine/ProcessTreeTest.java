package io.lychgate.jmh.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProcessTreeTest {

  @Test
  void addsUserAndSystemTimeOfTheProcessAndOfItsEndedChildren() {
    String stat = "42 (worker (1) x) S 1 42 42 0 -1 4194560 100 0 0 0 7 5 3 2 20 0 1 0 100 1000 10";

    assertThat(ProcessTree.ticks(stat)).isEqualTo(17);
  }

  @Test
  void countsNothingForAProcessThatEnded() {
    assertThat(ProcessTree.ticks("")).isZero();
  }

  @Test
  void readsTheMemoryOfThisProcess() {
    ProcessTree self = new ProcessTree(ProcessHandle.current());

    assertThat(self.pssKb()).isPositive().isLessThanOrEqualTo(self.rssKb());
    assertThat(self.cpuMicros()).isPositive();
  }
}
