package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.ExperimentAnalyses;
import io.lychgate.gateway.experiment.ArmCount;
import io.lychgate.gateway.experiment.ArmCounts;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.ExperimentDesk;
import io.lychgate.gateway.experiment.ExperimentViews;
import io.lychgate.gateway.experiment.analysis.Analysis;
import io.lychgate.gateway.experiment.analysis.AnalysisPlan;
import io.lychgate.gateway.experiment.analysis.ArmCounters;
import io.lychgate.gateway.experiment.analysis.Compare;
import io.lychgate.gateway.experiment.analysis.Compared;
import io.lychgate.gateway.experiment.analysis.Planner;
import io.lychgate.gateway.experiment.analysis.Results;
import io.lychgate.gateway.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The analyses of the page views in the store. They read row by row, and keep a bounded sample. Any thread except an event loop. */
final class StoredAnalyses implements ExperimentAnalyses {
  private final ExperimentDesk desk;
  private final Supplier<Store> store;

  StoredAnalyses(ExperimentDesk desk, Supplier<Store> store) {
    this.desk = desk;
    this.store = store;
  }

  @Override
  public Optional<Results> results(String id) {
    return desk.find(id).map(experiment -> {
      AnalysisPlan plan = ExperimentViews.plan(experiment, store.get().clock().instant());
      Analysis analysis = new Analysis(plan);
      ExperimentViews.forEach(
          store.get().views(), experiment, plan, 0, Integer.MAX_VALUE, analysis::add);
      return analysis.results(counters(experiment));
    });
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
          arm.get(ArmCount.GOT_H3),
          arm.get(ArmCount.H1_EQUIVALENT)));
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
              comparison.question().site(),
              from,
              to,
              view -> compare.add(ExperimentViews.observation(view)));
    } else {
      store
          .get()
          .views()
          .forEach(experiment, from, to, view -> compare.add(ExperimentViews.observation(view)));
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
            view -> planner.add(ExperimentViews.observation(view)));
    return planner.power(design);
  }
}
