package io.lychgate.gateway.observe.savings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CpuSavedTest {
  private static final CpuSaved.Measured UNUSED = new CpuSaved.Measured(0, 0, 0, 0, 0, 0);

  /** Handshakes at 300 µs, requests at 6 µs. */
  private static final CpuSaved.Measured H1 =
      new CpuSaved.Measured(0, 5000, 100, 30_000_000, 500, 3_000_000);

  @Test
  void isSavedHandshakeTimeMinusAdditionalRequestTime() {
    CpuSaved.Measured h2 = new CpuSaved.Measured(50, 1000, 100, 30_000_000, 100, 700_000);

    assertThat(CpuSaved.of(H1, h2, UNUSED))
        .isEqualTo(new CpuSaved.Estimate(50 * 300_000.0 - 1000 * 1000.0, List.of()));
  }

  @Test
  void isNegativeWhenTheProtocolCostsMoreThanItSaves() {
    CpuSaved.Measured h3 = new CpuSaved.Measured(1, 1000, 10, 90_000_000, 100, 1_600_000);

    assertThat(CpuSaved.of(H1, UNUSED, h3).nanos()).isEqualTo(300_000.0 - 1000 * 10_000.0);
  }

  @Test
  void listsValuesWithTooFewMeasurements() {
    CpuSaved.Measured few = new CpuSaved.Measured(50, 1000, 29, 8_700_000, 99, 700_000);

    assertThat(CpuSaved.of(H1, few, few))
        .isEqualTo(new CpuSaved.Estimate(
            null,
            List.of(
                new Savings.Missing("sampled HTTP/2 requests", 99, 100),
                new Savings.Missing("sampled HTTP/3 requests", 99, 100))));
    assertThat(CpuSaved.of(UNUSED, few, UNUSED))
        .isEqualTo(new CpuSaved.Estimate(
            null,
            List.of(
                new Savings.Missing("TLS handshakes over TCP", 29, 30),
                new Savings.Missing("sampled HTTP/1.1 requests", 0, 100),
                new Savings.Missing("sampled HTTP/2 requests", 99, 100))));
  }
}
