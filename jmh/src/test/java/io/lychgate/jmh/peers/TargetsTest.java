package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TargetsTest {

  @Test
  void comparesWithTheBestMeasuredPeer() {
    Outcome outcome = new Outcome(
        Scenario.H2_1K,
        List.of(
            measured("lychgate", Metric.CPU_MICROS, 11),
            measured("haproxy", Metric.CPU_MICROS, 12),
            measured("h2o", Metric.CPU_MICROS, 10),
            measured("vertx", Metric.CPU_MICROS, 44),
            absent("nghttpx")));

    assertThat(Targets.judge(List.of(outcome), settings(600)))
        .containsExactly(
            "- `h2-1k`, CPU µs/request: at most 1.00 × the best of haproxy, h2o, nghttpx: **missed**,"
                + " 1.100 (11.0 beside 10.0 of h2o); not measured: nghttpx",
            "- `h2-1k`, CPU µs/request: at most 0.70 × nginx: not judged, nothing to compare with",
            "- `h2-1k`, CPU µs/request: at most 0.35 × the best of envoy, vertx, armeria: met,"
                + " 0.250 (11.0 beside 44.0 of vertx); not measured: envoy, armeria");
  }

  @Test
  void judgesSomeFiguresWithoutAnotherPeer() {
    Outcome outcome =
        new Outcome(Scenario.START, List.of(measured("lychgate", Metric.START_MS, 900, 650, 640)));

    assertThat(Targets.judge(List.of(outcome), settings(600)))
        .containsExactly("- `start`, ms to first response: at most 700.0: met, 650.0");
  }

  @Test
  void judgesPoliciesBesideTheSameRequestWithoutThem() {
    Outcome without =
        new Outcome(Scenario.H2_1K, List.of(measured("lychgate", Metric.CPU_MICROS, 10)));
    Outcome with = new Outcome(
        Scenario.H2_1K_POLICIES,
        List.of(
            measured("lychgate", Metric.CPU_MICROS, 14), measured("envoy", Metric.CPU_MICROS, 40)));

    assertThat(Targets.judge(List.of(without, with), settings(600)))
        .contains(
            "- `h2-1k-policies`, CPU µs/request: at most 0.60 × envoy: met,"
                + " 0.350 (14.0 beside 40.0 of envoy)",
            "- `h2-1k-policies`, CPU µs/request: at most 1.50 × `h2-1k`: met,"
                + " 1.400 (14.0 beside 10.0)");
  }

  @Test
  void judgesTheLongestPauseNotTheMedian() {
    Outcome outcome =
        new Outcome(Scenario.LATENCY, List.of(measured("lychgate", Metric.PAUSE_MS, 1, 2, 7)));

    assertThat(Targets.judge(List.of(outcome), settings(600)))
        .containsExactly("- `latency`, longest GC pause ms: at most 5.0: **missed**, 7.0");
  }

  @Test
  void hasNoVerdictWithoutFigures() {
    assertThat(Targets.judge(List.of(), settings(600))).isEmpty();
    Outcome withoutLychgate = new Outcome(
        Scenario.H1_1K, List.of(absent("lychgate"), measured("nginx", Metric.CPU_MICROS, 1)));
    assertThat(Targets.judge(List.of(withoutLychgate), settings(600))).isEmpty();
  }

  @Test
  void doesNotJudgeWithoutTheComparedPeer() {
    Outcome outcome = new Outcome(
        Scenario.H1_1K, List.of(measured("lychgate", Metric.CPU_MICROS, 1), absent("nginx")));

    assertThat(Targets.judge(List.of(outcome), settings(600)))
        .containsExactly(
            "- `h1-1k`, CPU µs/request: at most 0.95 × nginx: not judged, nothing to compare with");
  }

  @Test
  void doesNotLetANearMissLookMet() {
    assertThat(Targets.judge(List.of(besideNginx(953, 1000)), settings(600)))
        .containsExactly("- `h1-1k`, CPU µs/request: at most 0.95 × nginx: **missed**,"
            + " 0.953 (953.0 beside 1000.0 of nginx)");
  }

  @Test
  void doesNotJudgePausesOfLessThanTenMinutes() {
    Outcome outcome =
        new Outcome(Scenario.LATENCY, List.of(measured("lychgate", Metric.PAUSE_MS, 1)));

    assertThat(Targets.judge(List.of(outcome), settings(20)))
        .containsExactly("- `latency`, longest GC pause ms: at most 5.0: not judged,"
            + " of 20 s, 1.0 (expected: --seconds 600)");
  }

  @Test
  void doesNotJudgeAColdRun() {
    assertThat(Targets.judge(List.of(besideNginx(90, 100)), settings(20).quick()))
        .containsExactly(
            "- `h1-1k`, CPU µs/request: at most 0.95 × nginx: not judged, hardly warm, 90.0");
  }

  private static Settings settings(int seconds) {
    return new LoadOptions().settings(1, 10, 1, 1, 1, 0, seconds);
  }

  private static Outcome besideNginx(double own, double other) {
    return new Outcome(
        Scenario.H1_1K,
        List.of(
            measured("lychgate", Metric.CPU_MICROS, own),
            measured("nginx", Metric.CPU_MICROS, other)));
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
