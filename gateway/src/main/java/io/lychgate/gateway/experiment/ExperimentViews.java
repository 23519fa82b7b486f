package io.lychgate.gateway.experiment;

import io.lychgate.gateway.experiment.analysis.AnalysisPlan;
import io.lychgate.gateway.experiment.analysis.Metric;
import io.lychgate.gateway.experiment.analysis.Observation;
import io.lychgate.gateway.experiment.analysis.Statistic;
import io.lychgate.gateway.message.ArmAssignment.Period;
import io.lychgate.gateway.store.ViewSample;
import io.lychgate.gateway.store.ViewSamples;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;

/** The page views of an experiment in the store, in the form that its analysis and its export read. */
public final class ExperimentViews {
  private static final int[] PLACES = places();

  private ExperimentViews() {}

  /** Returns the place of each metric among the columns of times. */
  private static int[] places() {
    Metric[] metrics = Metric.values();
    int[] places = new int[metrics.length];
    for (Metric metric : metrics) {
      places[metric.index()] = ViewSample.TIMES.indexOf(metric.name().toLowerCase(Locale.ROOT));
    }
    return places;
  }

  /** Returns the question of an experiment. */
  public static AnalysisPlan plan(Experiment experiment, Instant now) {
    Design design = experiment.design();
    long started = experiment.life().startedAt();
    long ended = experiment.life().endedAt();
    return new AnalysisPlan(
        design.id(),
        design.arms().stream()
            .map(arm -> new AnalysisPlan.Arm(
                arm.name(),
                arm.weight(),
                experiment.isStoppedEarly(arm.name()),
                experiment.life().stopped().get(arm.name())))
            .toList(),
        design.headline().metric(),
        Statistic.valueOf(design.decision().statistic().name()),
        design.unit() == Unit.NETWORK
            ? AnalysisPlan.UnitKind.NETWORK
            : AnalysisPlan.UnitKind.VISITOR,
        started == 0 ? now : Instant.ofEpochMilli(started),
        experiment.plannedEnd(),
        design.decision().unitsPerArm(),
        ended == 0 ? null : Instant.ofEpochMilli(ended),
        now);
  }

  /**
   * Passes the views of an experiment on, the oldest first. Those before the start are the pre-period. Those of a deleted experiment with
   * the same id had the effect of its arms, so they are left out.
   */
  public static void forEach(
      ViewSamples views,
      Experiment experiment,
      AnalysisPlan plan,
      int offset,
      int limit,
      Consumer<Observation> consumer) {
    views.forEach(
        experiment.id(),
        experiment.createdAt().toEpochMilli(),
        plan.to().toEpochMilli(),
        offset,
        limit,
        view -> consumer.accept(observation(view)));
  }

  /** Returns a view for the analysis. One that is in no experiment has no unit, so it is a unit of its own. */
  public static Observation observation(ViewSample view) {
    double[] values = new double[PLACES.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = view.times()[PLACES[i]];
    }
    boolean hasArm = !view.arms().isEmpty();
    return new Observation(
        hasArm ? view.arms().get(0).arm() : "",
        hasArm ? view.arms().get(0).unit() : ownUnit(view.id()),
        hasArm ? view.arms().get(0).network() : ownUnit(view.id()),
        hasArm ? view.arms().get(0).period() : Period.UNKNOWN,
        view.at(),
        view.site(),
        view.page(),
        view.protocol(),
        view.outcome(),
        view.cacheState(),
        view.device(),
        view.network(),
        values);
  }

  /** The id begins with random characters. */
  private static long ownUnit(String id) {
    long unit = 1125899906842597L;
    for (int i = 0; i < id.length(); i++) {
      unit = 31 * unit + id.charAt(i);
    }
    return unit;
  }
}
