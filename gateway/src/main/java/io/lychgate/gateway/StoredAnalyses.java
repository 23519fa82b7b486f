package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.ExperimentAnalyses;
import io.lychgate.gateway.experiment.ArmCount;
import io.lychgate.gateway.experiment.ArmCounts;
import io.lychgate.gateway.experiment.Design;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.ExperimentDesk;
import io.lychgate.gateway.experiment.Unit;
import io.lychgate.gateway.experiment.analysis.Analysis;
import io.lychgate.gateway.experiment.analysis.AnalysisPlan;
import io.lychgate.gateway.experiment.analysis.ArmCounters;
import io.lychgate.gateway.experiment.analysis.Compare;
import io.lychgate.gateway.experiment.analysis.Compared;
import io.lychgate.gateway.experiment.analysis.Metric;
import io.lychgate.gateway.experiment.analysis.Observation;
import io.lychgate.gateway.experiment.analysis.Planner;
import io.lychgate.gateway.experiment.analysis.Results;
import io.lychgate.gateway.experiment.analysis.Statistic;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.ViewSample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** The analyses of the page views in the store. They read row by row, and keep a bounded sample. Any thread except an event loop. */
final class StoredAnalyses implements ExperimentAnalyses {
  private static final int[] PLACES = places();

  private final ExperimentDesk desk;
  private final Supplier<Store> store;

  StoredAnalyses(ExperimentDesk desk, Supplier<Store> store) {
    this.desk = desk;
    this.store = store;
  }

  /** Returns the place of each metric among the columns of times. */
  private static int[] places() {
    Metric[] metrics = Metric.values();
    int[] places = new int[metrics.length];
    for (Metric metric : metrics) {
      places[metric.index()] = ViewSample.TIMES.indexOf(metric.name().toLowerCase(Locale.ROOT));
    }
    return places;
  }

  @Override
  public Optional<Results> results(String id) {
    return desk.find(id).map(experiment -> {
      Instant now = store.get().clock().instant();
      AnalysisPlan plan = plan(experiment, now);
      Analysis analysis = new Analysis(plan);
      // The views before the start are the pre-period. Those of a deleted experiment with the same
      // id
      // had the effect of its arms.
      store
          .get()
          .views()
          .forEach(
              id,
              experiment.createdAt().toEpochMilli(),
              now.toEpochMilli() + 1,
              view -> analysis.add(observation(view)));
      return analysis.results(counters(experiment));
    });
  }

  private static AnalysisPlan plan(Experiment experiment, Instant now) {
    Design design = experiment.design();
    long started = experiment.life().startedAt();
    long ended = experiment.life().endedAt();
    return new AnalysisPlan(
        design.id(),
        design.arms().stream()
            .map(arm -> new AnalysisPlan.Arm(arm.name(), arm.weight()))
            .toList(),
        Metric.valueOf(design.headline().name()),
        Statistic.MEDIAN,
        design.unit() == Unit.NETWORK
            ? AnalysisPlan.UnitKind.NETWORK
            : AnalysisPlan.UnitKind.VISITOR,
        started == 0 ? now : Instant.ofEpochMilli(started),
        null,
        0,
        ended == 0 ? null : Instant.ofEpochMilli(ended),
        now);
  }

  private List<ArmCounters> counters(Experiment experiment) {
    List<ArmCounts> counts = desk.counts(experiment);
    int depth = counts.stream().mapToInt(arm -> arm.units().depth()).max().orElse(0);
    List<ArmCounters> counters = new ArrayList<>();
    for (ArmCounts arm : counts) {
      counters.add(new ArmCounters(
          arm.arm(),
          arm.units().count(),
          arm.units().kept(depth),
          arm.get(ArmCount.VIEWS),
          arm.get(ArmCount.CONNECTIONS),
          arm.get(ArmCount.CPU_NANOS),
          arm.get(ArmCount.REQUESTS),
          arm.get(ArmCount.ERRORS_5XX),
          arm.get(ArmCount.BYTES),
          arm.get(ArmCount.WASTED),
          arm.get(ArmCount.FAILED),
          arm.get(ArmCount.TRUNCATED),
          arm.get(ArmCount.GOT_H1),
          arm.get(ArmCount.GOT_H2),
          arm.get(ArmCount.GOT_H3)));
    }
    return counters;
  }

  @Override
  public Optional<Compared> compare(Comparison comparison) {
    String experiment = comparison.experiment();
    if (experiment != null && desk.find(experiment).isEmpty()) {
      return Optional.empty();
    }
    Compare compare = new Compare(comparison.question());
    long from = comparison.from().toEpochMilli();
    long to = comparison.to().toEpochMilli();
    if (experiment == null) {
      store
          .get()
          .views()
          .forEachView(
              comparison.question().site(), from, to, view -> compare.add(observation(view)));
    } else {
      store.get().views().forEach(experiment, from, to, view -> compare.add(observation(view)));
    }
    return Optional.of(compare.compared());
  }

  @Override
  public Planner.Power power(Past past, Planner.Design design) {
    Planner planner = new Planner(past.metric(), past.statistic());
    store
        .get()
        .views()
        .forEachView(
            past.site(),
            past.from().toEpochMilli(),
            past.to().toEpochMilli(),
            view -> planner.add(observation(view)));
    return planner.power(design);
  }

  /** A view that is in no experiment has no unit, so it is a unit of its own. */
  private static Observation observation(ViewSample view) {
    double[] values = new double[PLACES.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = view.times()[PLACES[i]];
    }
    boolean hasArm = !view.arms().isEmpty();
    return new Observation(
        hasArm ? view.arms().get(0).arm() : "",
        hasArm ? view.arms().get(0).unit() : ownUnit(view.id()),
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
