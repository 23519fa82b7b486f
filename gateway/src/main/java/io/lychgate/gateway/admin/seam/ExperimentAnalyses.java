package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.experiment.analysis.Compare;
import io.lychgate.gateway.experiment.analysis.Compared;
import io.lychgate.gateway.experiment.analysis.Metric;
import io.lychgate.gateway.experiment.analysis.Planner;
import io.lychgate.gateway.experiment.analysis.Results;
import io.lychgate.gateway.experiment.analysis.Statistic;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Analyses of the page views in the store. Each may take some seconds. */
public interface ExperimentAnalyses {

  /** Returns the results so far; empty if there is no such experiment. */
  Optional<Results> results(String experiment);

  /** Compares two sides; empty if the question names an experiment that does not exist. */
  Optional<Compared> compare(Comparison comparison);

  /** Computes the power of a design from the page views of the past. */
  Planner.Power power(Past past, Planner.Design design);

  /**
   * A comparison of page views.
   *
   * @param experiment only its page views; null for all
   */
  record Comparison(
      Compare.Question question, @Nullable String experiment, Instant from, Instant to) {}

  /**
   * The page views from which a power is computed.
   *
   * @param site null for all sites
   */
  record Past(
      Metric metric, Statistic statistic, @Nullable String site, Instant from, Instant to) {}
}
