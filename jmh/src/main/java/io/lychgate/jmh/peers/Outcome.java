package io.lychgate.jmh.peers;

import java.util.ArrayList;
import java.util.Comparator;
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
    return median(peer, verdict());
  }

  Optional<Double> median(String peer, Metric metric) {
    return row(peer).flatMap(row -> row.spread(metric)).map(Spread::median);
  }

  Optional<Row> row(String peer) {
    return rows.stream().filter(row -> row.peer().equals(peer)).findFirst();
  }

  /** Only the rows of these. */
  Outcome among(List<String> peers) {
    return new Outcome(
        scenario, rows.stream().filter(row -> peers.contains(row.peer())).toList());
  }

  /** The peer with the least median of a figure: all are better when they are smaller, but for requests a second. */
  Optional<String> best(Metric metric) {
    return rows.stream()
        .filter(row -> row.spread(metric).isPresent())
        .min(Comparator.comparing(row -> row.spread(metric).orElseThrow().median()))
        .map(Row::peer);
  }
}
