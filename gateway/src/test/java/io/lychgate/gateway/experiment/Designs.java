package io.lychgate.gateway.experiment;

import java.time.Instant;
import java.util.List;

/** Designs and experiments for tests. */
final class Designs {
  private Designs() {}

  /** Returns a design of hints on and off for networks of the site {@code shop}. */
  static Design hints(String id, String layer, int share, RampStep... ramp) {
    return new Design(
        id,
        "Hints " + id,
        "",
        List.of("shop"),
        List.of(),
        layer,
        Unit.NETWORK,
        Factor.HINTS,
        List.of(new Arm("control", "on", 1), new Arm("without", "off", 1)),
        share,
        List.of(ramp),
        HeadlineMetric.LCP,
        DecisionPlan.OPEN,
        Guardrails.defaults(Factor.HINTS));
  }

  static Design with(Design design, Factor factor, Unit unit, List<Arm> arms) {
    return new Design(
        design.id(),
        design.title(),
        design.hypothesis(),
        design.sites(),
        design.routes(),
        design.layer(),
        unit,
        factor,
        arms,
        design.share(),
        design.ramp(),
        design.headline(),
        design.decision(),
        design.guardrails());
  }

  static Experiment running(Design design, int from) {
    return new Experiment(design, Life.DRAFT.started(0, from), "admin", Instant.EPOCH, 1);
  }
}
