package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MarkdownTableTest {

  @Test
  void showsMediansSpreadsAndRatiosAndNamesTheBest() {
    Outcome outcome = new Outcome(
        Scenario.START,
        List.of(
            measured("lychgate", 1000, 1200, 900),
            measured("nginx", 20, 10),
            new Outcome.Row("h2o", "", List.of(), "h2o: not installed (expected: a|b)", false)));

    assertThat(new MarkdownTable(outcome, "lychgate").text()).isEqualTo("""
            ## Start to first response over HTTP/2 and TLS (`start`)

            | peer | ms to first response | ÷ lychgate | p99 µs of the first 1,000 | ms to steady speed | PSS MB |
            | --- | --- | --- | --- | --- | --- |
            | lychgate 1.0 | 1000.0 (900.0–1200.0) | 1.00 | – | – | – |
            | **nginx 1.0** | 15.0 (10.0–20.0) | 0.02 | – | – | – |
            | h2o | not measured: h2o: not installed (expected: a\\|b) | – | – | – | – |

            Best: nginx, 15.0 ms to first response. lychgate is at 66.67 of the best.
            """);
  }

  @Test
  void hasNoRatioWithoutTheReference() {
    Outcome outcome = new Outcome(Scenario.START, List.of(measured("nginx", 15)));

    assertThat(new MarkdownTable(outcome, "lychgate").text())
        .contains("| **nginx 1.0** | 15.0 | – | – | – | – |")
        .endsWith("Best: nginx, 15.0 ms to first response.\n");
  }

  @Test
  void reportsThatNothingWasMeasured() {
    Outcome outcome = new Outcome(Scenario.H2_1K, List.of());

    assertThat(new MarkdownTable(outcome, "lychgate").text()).endsWith("Nothing was measured.\n");
  }

  private static Outcome.Row measured(String peer, double... figures) {
    List<Map<Metric, Double>> samples = Arrays.stream(figures)
        .mapToObj(figure -> Map.of(Metric.START_MS, figure))
        .toList();
    return new Outcome.Row(peer, "1.0", samples, null, false);
  }
}
