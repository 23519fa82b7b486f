package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.census.SpreadBuckets;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class GuardrailCheckTest {
  private static final Guardrails BOUNDS = new Guardrails(0.01, 1.5, 0.1, 1.5, 500);

  private static ArmCounts arm(String name, long requests, Map<ArmCount, Long> more, long micros) {
    long[] counts = new long[ArmCount.COUNT];
    counts[ArmCount.REQUESTS.index()] = requests;
    counts[ArmCount.VIEWS.index()] = requests / 10;
    counts[ArmCount.CONNECTIONS.index()] = requests / 10;
    counts[ArmCount.BYTES.index()] = requests * 1000;
    more.forEach((what, count) -> counts[what.index()] = count);
    long[] firstBytes = new long[SpreadBuckets.COUNT];
    firstBytes[SpreadBuckets.of(micros)] = requests;
    return new ArmCounts(name, counts, firstBytes, new UnitSample());
  }

  private static String breach(long requests, Map<ArmCount, Long> more, long micros) {
    return String.valueOf(GuardrailCheck.breach(
        BOUNDS, arm("control", 2000, Map.of(), 10_000), arm("b", requests, more, micros)));
  }

  @Test
  void equalArmsPass() {
    assertThat(breach(2000, Map.of(), 10_000)).isEqualTo("null");
  }

  @Test
  void eachBoundStopsTheArm() {
    assertThat(breach(2000, Map.of(ArmCount.ERRORS_5XX, 100L), 10_000))
        .isEqualTo("5xx: 5.0 % of requests, control 0.0 % (expected: at most 1.0 % more)");
    assertThat(breach(2000, Map.of(), 30_000)).startsWith("p95: ");
    assertThat(breach(2000, Map.of(ArmCount.WASTED, 500_000L), 10_000)).startsWith("waste: 25.0 %");
    assertThat(breach(2000, Map.of(ArmCount.CONNECTIONS, 1200L), 10_000))
        .isEqualTo(
            "connections: 6.00 for each page view, control 1.00 (expected: at most 1.5 times as many)");
  }

  @Test
  void fewRequestsAreNoReason() {
    assertThat(breach(499, Map.of(ArmCount.ERRORS_5XX, 499L), 10_000)).isEqualTo("null");
  }

  @Test
  void differenceThatChanceMakesIsNoReason() {
    // 2.5 % of 500 against 1 % of 2000: above the bound, but within four deviations.
    ArmCounts control = arm("control", 2000, Map.of(ArmCount.ERRORS_5XX, 20L), 10_000);
    ArmCounts arm = arm("b", 500, Map.of(ArmCount.ERRORS_5XX, 12L), 10_000);

    assertThat(GuardrailCheck.breach(BOUNDS, control, arm)).isNull();
  }

  @Test
  void equalArmsAreNotStoppedOverADayOfChecks() {
    SplittableRandom random = new SplittableRandom(7);
    int stopped = 0;
    for (int day = 0; day < 50; day++) {
      long[] errors = new long[2];
      for (int minute = 1; minute <= 1440; minute++) {
        for (int arm = 0; arm < 2; arm++) {
          for (int i = 0; i < 10; i++) {
            errors[arm] += random.nextInt(100) < 3 ? 1 : 0;
          }
        }
        long requests = minute * 10L;
        if (GuardrailCheck.breach(
                BOUNDS,
                arm("control", requests, Map.of(ArmCount.ERRORS_5XX, errors[0]), 10_000),
                arm("b", requests, Map.of(ArmCount.ERRORS_5XX, errors[1]), 10_000))
            != null) {
          stopped++;
          break;
        }
      }
    }

    assertThat(stopped).isLessThanOrEqualTo(1);
  }

  @Test
  void switchedOffBoundChecksNothing() {
    Guardrails off = new Guardrails(null, null, null, null, 100);

    assertThat(GuardrailCheck.breach(
            off,
            arm("control", 2000, Map.of(), 10),
            arm("b", 2000, Map.of(ArmCount.ERRORS_5XX, 2000L), 1_000_000)))
        .isNull();
  }
}
