package io.lychgate.jmh.peers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Outcome of one scenario: the samples of each peer, or why a peer has none. Peers are in the order of the run. */
record Outcome(Scenario scenario, List<Row> rows) {

  /**
   * Outcome of one peer.
   *
   * @param samples one per round; empty exactly if there is an absence
   * @param absence reason why it was not measured
   * @param isUnable true if the peer lacks an ability, and did not fail in this run
   */
  record Row(
      String peer,
      String version,
      List<Map<Metric, Double>> samples,
      @Nullable String absence,
      boolean isUnable) {

    Optional<Spread> spread(Metric metric) {
      List<Double> figures = new ArrayList<>();
      for (Map<Metric, Double> sample : samples) {
        Double figure = sample.get(metric);
        if (figure != null) {
          figures.add(figure);
        }
      }
      return figures.isEmpty() ? Optional.empty() : Optional.of(Spread.of(figures));
    }
  }

  /** Figure that the ratios and the best peer refer to. */
  Metric verdict() {
    return scenario.metrics().get(0);
  }

  Optional<Double> verdictOf(String peer) {
    return median(peer, verdict());
  }

  Optional<Double> median(String peer, Metric metric) {
    return row(peer).flatMap(row -> row.spread(metric)).map(Spread::median);
  }

  Optional<Row> row(String peer) {
    return rows.stream().filter(row -> row.peer().equals(peer)).findFirst();
  }

  /** Returns the outcome of these peers only. */
  Outcome among(List<String> peers) {
    return new Outcome(
        scenario, rows.stream().filter(row -> peers.contains(row.peer())).toList());
  }

  /** Returns the peer with the smallest median of a figure. Smaller is better for all figures but requests a second. */
  Optional<String> best(Metric metric) {
    return rows.stream()
        .filter(row -> row.spread(metric).isPresent())
        .min(Comparator.comparing(row -> row.spread(metric).orElseThrow().median()))
        .map(Row::peer);
  }
}
