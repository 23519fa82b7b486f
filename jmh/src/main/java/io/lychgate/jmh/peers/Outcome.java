package io.lychgate.jmh.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one scenario yielded: the samples of each peer, or why a peer has none. Peers in the order of the run. */
record Outcome(Scenario scenario, List<Row> rows) {

  /**
   * One peer's part.
   *
   * @param samples one per round; empty exactly when there is an absence
   * @param absence why it was not measured
   * @param isUnable whether the absence lies in what the peer is, and not in this run
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

  /** The figure that ratios and the best are about. */
  Metric verdict() {
    return scenario.metrics().get(0);
  }

  Optional<Double> verdictOf(String peer) {
    return rows.stream()
        .filter(row -> row.peer().equals(peer))
        .findFirst()
        .flatMap(row -> row.spread(verdict()))
        .map(Spread::median);
  }

  /** The peer with the least median: every verdict so far is better when it is smaller. */
  Optional<Row> best() {
    Row best = null;
    double least = Double.MAX_VALUE;
    for (Row row : rows) {
      double median = row.spread(verdict()).map(Spread::median).orElse(Double.MAX_VALUE);
      if (median < least) {
        least = median;
        best = row;
      }
    }
    return Optional.ofNullable(best);
  }
}
