package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class JvmTest {
  private static final String LOOP =
      "\"loop\" #31 [99] prio=5 os_prio=0 cpu=1.1ms elapsed=8.79s allocated=%s defined_classes=1 tid=0x\n";

  @Test
  void addsUpTheAllocationOfThreads() {
    assertThat(Jvm.allocatedKb(LOOP.replace("%s", "512B") + LOOP.replace("%s", "2.5M")))
        .isEqualTo(OptionalDouble.of(2560.5));
  }

  @Test
  void allocationInGigabytesIsUnknown() {
    assertThat(Jvm.allocatedKb(LOOP.replace("%s", "11G") + LOOP.replace("%s", "8K")))
        .isEmpty();
    assertThat(Jvm.allocatedKb("")).isEmpty();
  }

  @Test
  void requestsHugePagesIfTheKernelGrantsThem() {
    assertThat(Jvm.givesHugePages("always [madvise] never")).isTrue();
    assertThat(Jvm.givesHugePages("[always] madvise never")).isTrue();
    assertThat(Jvm.givesHugePages("always madvise [never]")).isFalse();
  }

  @Test
  void readsThisJvm() throws IOException {
    assertThat(Jvm.allocatedKb(new ProcessTree(ProcessHandle.current()))).isPresent();
  }
}
