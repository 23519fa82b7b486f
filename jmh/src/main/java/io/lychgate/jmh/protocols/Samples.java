package io.lychgate.jmh.protocols;

import io.lychgate.jmh.report.Quartiles;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What was sampled over the link, to be asked for quartiles. */
record Samples(List<Sample> all) {

  /** Of one figure of a variant in a cell; empty if that was not sampled. */
  Optional<Quartiles> of(Cell cell, Variant variant, ToDoubleFunction<Visit> figure) {
    List<Double> figures = all.stream()
        .filter(sample -> sample.cell().equals(cell) && sample.variant().equals(variant))
        .map(sample -> figure.applyAsDouble(sample.visit()))
        .toList();
    return figures.isEmpty() ? Optional.empty() : Optional.of(Quartiles.of(figures));
  }

  /** The ratio of two medians; empty if one of them was not sampled. */
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
