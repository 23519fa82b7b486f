package io.lychgate.jmh.page;

import io.lychgate.jmh.report.Quartiles;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What was sampled, to be asked for quartiles. */
record Samples(List<Sample> all) {

  /** Of one figure of a variant in a cell; empty if that was not sampled. */
  Optional<Quartiles> of(Cell cell, Variant variant, ToDoubleFunction<Load> figure) {
    List<Double> figures = all.stream()
        .filter(sample -> sample.cell().equals(cell) && sample.variant().equals(variant))
        .map(sample -> figure.applyAsDouble(sample.load()))
        .toList();
    return figures.isEmpty() ? Optional.empty() : Optional.of(Quartiles.of(figures));
  }

  /** The ratio of two medians; empty if one of them was not sampled. */
  Optional<Double> ratio(Cell cell, Variant of, Variant to, ToDoubleFunction<Load> figure) {
    return of(cell, of, figure)
        .flatMap(above -> of(cell, to, figure).map(below -> above.median() / below.median()));
  }
}
