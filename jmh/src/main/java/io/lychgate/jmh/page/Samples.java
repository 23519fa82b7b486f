package io.lychgate.jmh.page;

import io.lychgate.jmh.report.Quartiles;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Samples of a run, with their quartiles. */
record Samples(List<Sample> all) {

  /** Returns the quartiles of one figure of a variant in a cell; empty without samples. */
  Optional<Quartiles> of(Cell cell, Variant variant, ToDoubleFunction<Load> figure) {
    List<Double> figures = all.stream()
        .filter(sample -> sample.cell().equals(cell) && sample.variant().equals(variant))
        .map(sample -> figure.applyAsDouble(sample.load()))
        .toList();
    return figures.isEmpty() ? Optional.empty() : Optional.of(Quartiles.of(figures));
  }

  /** Returns the ratio of two medians; empty if one of them has no samples. */
  Optional<Double> ratio(Cell cell, Variant of, Variant to, ToDoubleFunction<Load> figure) {
    return of(cell, of, figure)
        .flatMap(above -> of(cell, to, figure).map(below -> above.median() / below.median()));
  }
}
