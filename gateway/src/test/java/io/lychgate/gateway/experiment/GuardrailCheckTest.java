package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.census.SpreadBuckets;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class GuardrailCheckTest {
  private static final Guardrails BOUNDS = new Guardrails(0.01, 1.5, 0.1, 1.5, 500, 50);

  /** An arm in which each network sends ten requests for one page view. */
  private static final class ArmOf {
    private final String name;
    private final UnitCounts networks = new UnitCounts();
    private long requests;

    ArmOf(String name) {
      this.name = name;
    }

    /** Adds networks whose requests all have the same fate. */
    ArmOf networks(int from, int to, int errors, long micros, int wasted, int connections) {
      for (int network = from; network < to; network++) {
        add(network, 10, errors, micros, wasted, connections);
      }
      return this;
    }

    ArmOf add(long network, int of, int errors, long micros, int wasted, int connections) {
      requests += of;
      networks.add(network, ArmCount.REQUESTS, of);
      networks.add(network, ArmCount.ERRORS_5XX, errors);
      networks.add(network, ArmCount.VIEWS, 1);
      networks.add(network, ArmCount.CONNECTIONS, connections);
      networks.add(network, ArmCount.BYTES, 10_000);
      networks.add(network, ArmCount.WASTED, wasted);
      networks.firstByte(network, micros);
      return this;
    }

    ArmCounts counts() {
      long[] counts = new long[ArmCount.COUNT];
      counts[ArmCount.REQUESTS.index()] = requests;
      return new ArmCounts(name, counts, new long[SpreadBuckets.COUNT], new UnitSample(), networks);
    }
  }

  private static ArmOf control() {
    return new ArmOf("control").networks(0, 200, 0, 10_000, 0, 1);
  }

  private static @Nullable String breach(ArmOf arm) {
    return GuardrailCheck.breach(BOUNDS, control().counts(), arm.counts());
  }

  @Test
  void equalArmsPass() {
    assertThat(breach(new ArmOf("b").networks(0, 200, 0, 10_000, 0, 1))).isNull();
  }

  @Test
  void eachBoundStopsTheArm() {
    assertThat(breach(new ArmOf("b").networks(0, 200, 1, 10_000, 0, 1)))
        .isEqualTo(
            "5xx: 10.0 % of requests, control 0.0 % (expected: at most 1.0 % more), as means over 200 networks");
    assertThat(breach(new ArmOf("b").networks(0, 200, 0, 30_000, 0, 1)))
        .isEqualTo(
            "p95: 30 ms to the first byte, control 10 ms (expected: at most 1.5 times as much), over 200 networks");
    assertThat(breach(new ArmOf("b").networks(0, 200, 0, 10_000, 2_500, 1)))
        .startsWith("waste: 25.0 % of bytes, control 0.0 %");
    assertThat(breach(new ArmOf("b").networks(0, 200, 0, 10_000, 0, 6)))
        .isEqualTo(
            "connections: 6.00 for each page view, control 1.00 (expected: at most 1.5 times as many), as means over 200 networks");
  }

  @Test
  void oneNetworkCannotStopAnArmHoweverManyRequestsItSends() {
    ArmOf arm = new ArmOf("b").networks(0, 100, 0, 10_000, 0, 1);
    for (int i = 0; i < 5_000; i++) {
      arm.add(100, 10, 10, 60_000_000, 1_000_000, 1_000);
    }

    assertThat(breach(arm)).isNull();
    assertThat(GuardrailCheck.breach(
            BOUNDS,
            control().counts(),
            new ArmOf("b").networks(0, 101, 10, 10_000, 0, 1).counts()))
        .as("all networks can")
        .startsWith("5xx: 100.0 %");
  }

  @Test
  void fewRequestsOrNetworksAreNoReason() {
    assertThat(breach(new ArmOf("b").networks(0, 49, 10, 10_000, 0, 1))).isNull();
    ArmOf busy = new ArmOf("b");
    for (int i = 0; i < 1_000; i++) {
      busy.add(i % 49, 10, 10, 10_000, 0, 1);
    }
    assertThat(breach(busy)).as("10,000 requests of 49 networks").isNull();
  }

  @Test
  void differenceThatChanceMakesIsNoReason() {
    // 5 of 60 networks fail: 8.3 %, above the bound, but within four deviations.
    ArmOf arm = new ArmOf("b").networks(0, 55, 0, 10_000, 0, 1).networks(55, 60, 10, 10_000, 0, 1);

    assertThat(breach(arm)).isNull();
  }

  @Test
  void equalArmsAreNotStoppedOverADayOfChecks() {
    SplittableRandom random = new SplittableRandom(7);
    int stopped = 0;
    for (int day = 0; day < 50; day++) {
      ArmOf[] arms = {new ArmOf("control"), new ArmOf("b")};
      boolean isStopped = false;
      for (int minute = 1; minute <= 288 && !isStopped; minute++) {
        for (ArmOf arm : arms) {
          for (int i = 0; i < 3; i++) {
            long micros = (long) (10_000 * Math.exp(random.nextGaussian()));
            arm.add(
                random.nextInt(600),
                10,
                random.nextInt(100) < 20 ? 1 : 0,
                micros,
                random.nextInt(2_000),
                1 + random.nextInt(3));
          }
        }
        isStopped = GuardrailCheck.breach(BOUNDS, arms[0].counts(), arms[1].counts()) != null;
      }
      stopped += isStopped ? 1 : 0;
    }

    assertThat(stopped).isLessThanOrEqualTo(1);
  }

  @Test
  void switchedOffBoundChecksNothing() {
    Guardrails off = new Guardrails(null, null, null, null, 100, 20);

    assertThat(GuardrailCheck.breach(
            off,
            control().counts(),
            new ArmOf("b").networks(0, 200, 10, 1_000_000, 9_000, 9).counts()))
        .isNull();
  }
}
