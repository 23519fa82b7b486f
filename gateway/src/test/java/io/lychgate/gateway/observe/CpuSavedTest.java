package io.lychgate.gateway.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuSavedTest {
  private static final CpuSaved.Measured UNUSED = new CpuSaved.Measured(0, 0, 0, 0, 0, 0);

  /** Handshakes at 300 µs, requests at 6 µs. */
  private static final CpuSaved.Measured H1 =
      new CpuSaved.Measured(0, 5000, 100, 30_000_000, 500, 3_000_000);

  @Test
  void isWhatHandshakesWouldHaveTakenLessWhatRequestsCostMore() {
    CpuSaved.Measured h2 = new CpuSaved.Measured(50, 1000, 100, 30_000_000, 100, 700_000);

    assertThat(CpuSaved.nanos(measured(h2, UNUSED))).isEqualTo(50 * 300_000.0 - 1000 * 1000.0);
  }

  @Test
  void isNegativeWhenTheProtocolCostsMoreThanItSaves() {
    CpuSaved.Measured h3 = new CpuSaved.Measured(1, 1000, 10, 90_000_000, 100, 1_600_000);

    assertThat(CpuSaved.nanos(measured(UNUSED, h3))).isEqualTo(300_000.0 - 1000 * 10_000.0);
  }

  @Test
  void isUnknownUntilEnoughWasMeasured() {
    CpuSaved.Measured few = new CpuSaved.Measured(50, 1000, 100, 30_000_000, 99, 700_000);
    Map<WireProtocol, CpuSaved.Measured> noHttp1 = measured(UNUSED, UNUSED);
    noHttp1.put(WireProtocol.HTTP_1_1, UNUSED);

    assertThat(CpuSaved.nanos(measured(few, UNUSED))).isNull();
    assertThat(CpuSaved.nanos(noHttp1)).isNull();
  }

  private static Map<WireProtocol, CpuSaved.Measured> measured(
      CpuSaved.Measured h2, CpuSaved.Measured h3) {
    Map<WireProtocol, CpuSaved.Measured> measured = new EnumMap<>(WireProtocol.class);
    measured.put(WireProtocol.HTTP_1_1, H1);
    measured.put(WireProtocol.HTTP_2, h2);
    measured.put(WireProtocol.HTTP_3, h3);
    return measured;
  }
}
