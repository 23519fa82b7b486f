package io.lychgate.gateway.experiment;

import java.util.Comparator;
import java.util.List;

/**
 * The plan of an experiment. It does not change after the start.
 *
 * @param id names it in the API, in logs and in Server-Timing
 * @param sites the first host of each site on which it runs
 * @param routes ids of the routes on which it runs; empty for all routes of the sites
 * @param layer one client is in at most one experiment of a layer on a site. Different layers are independent
 * @param arms the first one is the control arm
 * @param share share of all clients, in hundredths of a percent
 * @param ramp shares over time, in order; before the first step, {@code share} holds
 */
public record Design(
    String id,
    String title,
    String hypothesis,
    List<String> sites,
    List<String> routes,
    String layer,
    Unit unit,
    Factor factor,
    List<Arm> arms,
    int share,
    List<RampStep> ramp,
    HeadlineMetric headline,
    DecisionPlan decision,
    Guardrails guardrails) {
  /** The whole of a layer, in the unit of shares. */
  public static final int WHOLE = 10_000;

  public Design {
    sites = List.copyOf(sites);
    routes = List.copyOf(routes);
    arms = List.copyOf(arms);
    ramp = List.copyOf(ramp);
    decision = DecisionPlan.orOpen(decision);
  }

  /** Returns the name of the arm with which the others are compared. */
  public String control() {
    return arms.get(0).name();
  }

  /** Returns the greatest share that it ever has. This part of its layer is reserved for it. */
  public int greatestShare() {
    return Math.max(
        share, ramp.stream().map(RampStep::share).max(Comparator.naturalOrder()).orElse(0));
  }

  /** Returns the share at this time after the start. */
  public int shareAfter(long millis) {
    int now = share;
    for (RampStep step : ramp) {
      if (millis >= step.afterMinutes() * 60_000) {
        now = step.share();
      }
    }
    return now;
  }

  /** Returns true if both run on one route of a site. */
  boolean sharesARoute(Design other) {
    return sharesASite(other)
        && (routes.isEmpty()
            || other.routes.isEmpty()
            || routes.stream().anyMatch(other.routes::contains));
  }

  /** Returns true if both run on one site. */
  boolean sharesASite(Design other) {
    return sites.stream().anyMatch(other.sites::contains);
  }
}
