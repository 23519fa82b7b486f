package io.lychgate.jmh.scale;

import io.lychgate.jmh.report.Quartiles;
import java.util.List;
import java.util.Optional;

/** Figures from the samples of a run. */
record ScaleFigures(List<ScaleSample> samples) {

  /** Returns the dimensions with samples. */
  List<Dimension> dimensions() {
    return samples.stream().map(ScaleSample::dimension).distinct().sorted().toList();
  }

  /** Returns the works of a dimension, in the order of the samples. */
  List<String> works(Dimension dimension) {
    return samples.stream()
        .filter(sample -> sample.dimension() == dimension)
        .map(ScaleSample::work)
        .distinct()
        .toList();
  }

  /** Returns the sizes of a dimension, in ascending order. */
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

  /** Returns the growth of the medians; empty with fewer than two sizes. */
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
