package io.lychgate.jmh.protocols;

import io.lychgate.jmh.report.Quartiles;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Samples over the link, with their quartiles. */
record Samples(List<Sample> all) {

  /** Returns the quartiles of one figure of a variant in a cell; empty without samples. */
  Optional<Quartiles> of(Cell cell, Variant variant, ToDoubleFunction<Visit> figure) {
    List<Double> figures = all.stream()
        .filter(sample -> sample.cell().equals(cell) && sample.variant().equals(variant))
        .map(sample -> figure.applyAsDouble(sample.visit()))
        .toList();
    return figures.isEmpty() ? Optional.empty() : Optional.of(Quartiles.of(figures));
  }

  /** Returns the ratio of two medians; empty if one of them has no samples. */
  Optional<Double> ratio(
      Cell cell, Optional<Variant> of, Optional<Variant> to, ToDoubleFunction<Visit> figure) {
    return of.flatMap(variant -> of(cell, variant, figure))
        .flatMap(above -> to.flatMap(variant -> of(cell, variant, figure))
            .map(below -> above.median() / below.median()));
  }

  long rounds() {
    return all.stream().map(Sample::round).distinct().count();
  }
}
