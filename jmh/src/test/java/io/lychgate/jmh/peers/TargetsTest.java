package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TargetsTest {

  @Test
  void comparesWithTheBestOfThoseThatWereMeasured() {
    Outcome outcome = new Outcome(
        Scenario.H2_1K,
        List.of(
            measured("lychgate", Metric.CPU_MICROS, 11),
            measured("haproxy", Metric.CPU_MICROS, 12),
            measured("h2o", Metric.CPU_MICROS, 10),
            measured("vertx", Metric.CPU_MICROS, 44),
            absent("nghttpx")));

    assertThat(Targets.judge(List.of(outcome)))
        .containsExactly(
            "- `h2-1k`, CPU µs/request: at most 1.00 × the best of haproxy, h2o, nghttpx: **missed**,"
                + " 1.10 (11.0 beside 10.0 of h2o)",
            "- `h2-1k`, CPU µs/request: at most 0.35 × the best of envoy, vertx, armeria: met,"
                + " 0.25 (11.0 beside 44.0 of vertx)");
  }

  @Test
  void holdsSomeFiguresToNobodyElse() {
    Outcome outcome =
        new Outcome(Scenario.START, List.of(measured("lychgate", Metric.START_MS, 900, 650, 640)));

    assertThat(Targets.judge(List.of(outcome)))
        .containsExactly("- `start`, ms to first answer: at most 700.0: met, 650.0");
  }

  @Test
  void holdsTheLongestPauseAndNotTheMedian() {
    Outcome outcome =
        new Outcome(Scenario.LATENCY, List.of(measured("lychgate", Metric.PAUSE_MS, 1, 2, 7)));

    assertThat(Targets.judge(List.of(outcome)))
        .containsExactly("- `latency`, longest GC pause ms: at most 5.0: **missed**, 7.0");
  }

  @Test
  void saysNothingOfWhatWasNotMeasured() {
    assertThat(Targets.judge(List.of())).isEmpty();
    assertThat(Targets.judge(List.of(new Outcome(
            Scenario.H1_1K, List.of(absent("lychgate"), measured("nginx", Metric.CPU_MICROS, 1))))))
        .isEmpty();
    assertThat(Targets.judge(List.of(new Outcome(
            Scenario.H1_1K, List.of(measured("lychgate", Metric.CPU_MICROS, 1), absent("nginx"))))))
        .isEmpty();
  }

  private static Outcome.Row measured(String peer, Metric metric, double... figures) {
    List<Map<Metric, Double>> samples =
        Arrays.stream(figures).mapToObj(figure -> Map.of(metric, figure)).toList();
    return new Outcome.Row(peer, "1.0", samples, null, false);
  }

  private static Outcome.Row absent(String peer) {
    return new Outcome.Row(peer, "", List.of(), "not here", false);
  }
}
