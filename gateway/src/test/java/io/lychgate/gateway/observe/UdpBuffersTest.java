package io.lychgate.gateway.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class UdpBuffersTest {
  @Test
  void sufficientBuffersNeedNoRemedy() {
    UdpBuffers given = new UdpBuffers(2 << 20, 2 << 20, 3 << 20);

    assertThat(given.areCapped()).isFalse();
    assertThat(given.remedy()).isEmpty();
  }

  @Test
  void remedyNamesTheLimitsThatAreTooSmall() {
    assertThat(new UdpBuffers(2 << 20, 212_992, 212_992).remedy())
        .isEqualTo("sysctl -w net.core.rmem_max=2097152 net.core.wmem_max=2097152");
    assertThat(new UdpBuffers(2 << 20, 2 << 20, 212_992).remedy())
        .isEqualTo("sysctl -w net.core.wmem_max=2097152");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void probeDetectsTheLimitOfTheKernel() throws IOException {
    int more = 1 << 30;
    UdpBuffers probed = UdpBuffers.probe(more);

    assertThat(probed.areCapped()).isTrue();
    assertThat(probed.receiveBytes()).isPositive().isLessThan(more);
    assertThat(UdpBuffers.probe(32 * 1024).areCapped()).isFalse();
  }
}
