package io.lychgate.jmh.scale;

import io.lychgate.jmh.report.Quartiles;
import java.util.List;
import java.util.Optional;

/** The samples of a run, asked in various ways. */
record ScaleFigures(List<ScaleSample> samples) {

  /** Those that were measured. */
  List<Dimension> dimensions() {
    return samples.stream().map(ScaleSample::dimension).distinct().sorted().toList();
  }

  /** In the order in which they were done. */
  List<String> works(Dimension dimension) {
    return samples.stream()
        .filter(sample -> sample.dimension() == dimension)
        .map(ScaleSample::work)
        .distinct()
        .toList();
  }

  /** Ascending. */
  List<Integer> sizes(Dimension dimension) {
    return samples.stream()
        .filter(sample -> sample.dimension() == dimension)
        .map(ScaleSample::size)
        .distinct()
        .sorted()
        .toList();
  }

  Optional<Quartiles> of(Dimension dimension, String work, int size) {
    List<Double> figures = samples.stream()
        .filter(sample -> sample.dimension() == dimension && sample.size() == size)
        .filter(sample -> sample.work().equals(work))
        .map(ScaleSample::micros)
        .toList();
    return figures.isEmpty() ? Optional.empty() : Optional.of(Quartiles.of(figures));
  }

  /** Of the medians; empty with fewer than two sizes. */
  Optional<Growth> growth(Dimension dimension, String work) {
    List<Growth.Point> points = sizes(dimension).stream()
        .flatMap(size ->
            of(dimension, work, size)
                .map(figure -> new Growth.Point(size, figure.median()))
                .stream())
        .toList();
    return points.size() < 2 ? Optional.empty() : Optional.of(new Growth(points));
  }

  long rounds() {
    return samples.stream().map(ScaleSample::round).distinct().count();
  }
}
