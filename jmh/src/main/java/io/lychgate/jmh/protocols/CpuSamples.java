package io.lychgate.jmh.protocols;

import io.lychgate.jmh.report.Quartiles;
import java.util.List;
import java.util.Optional;

/** Samples of processor time, with their quartiles. */
record CpuSamples(List<CpuSample> all) {

  /** Returns the quartiles of a case; empty without samples. */
  Optional<Quartiles> of(String server, Work work, Protocol protocol) {
    CpuSample.Case question = new CpuSample.Case(server, work, protocol);
    List<Double> figures = all.stream()
        .filter(sample -> sample.question().equals(question))
        .map(CpuSample::micros)
        .toList();
    return figures.isEmpty() ? Optional.empty() : Optional.of(Quartiles.of(figures));
  }

  /** Returns the ratio of two medians. */
  static Optional<Double> ratio(Optional<Quartiles> of, Optional<Quartiles> to) {
    return of.flatMap(above -> to.map(below -> above.median() / below.median()));
  }

  long rounds() {
    return all.stream().map(CpuSample::round).distinct().count();
  }

  List<String> servers() {
    return all.stream()
        .map(sample -> sample.question().server())
        .distinct()
        .sorted()
        .toList();
  }
}
