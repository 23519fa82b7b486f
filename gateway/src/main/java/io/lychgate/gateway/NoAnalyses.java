package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.ExperimentAnalyses;
import io.lychgate.gateway.experiment.analysis.Compare;
import io.lychgate.gateway.experiment.analysis.Compared;
import io.lychgate.gateway.experiment.analysis.Planner;
import io.lychgate.gateway.experiment.analysis.Results;
import java.util.Optional;

/** The analyses of a gateway whose store has no page views of experiments. */
final class NoAnalyses implements ExperimentAnalyses {
  @Override
  public Optional<Results> results(String experiment) {
    return Optional.empty();
  }

  @Override
  public Optional<Compared> compare(Comparison comparison) {
    return comparison.experiment() == null
        ? Optional.of(new Compare(comparison.question()).compared())
        : Optional.empty();
  }

  @Override
  public Planner.Power power(Past past, Planner.Design design) {
    return new Planner(past.metric(), past.statistic()).power(design);
  }
}
