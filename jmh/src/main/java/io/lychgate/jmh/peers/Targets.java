package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.report.Verdicts;
import java.util.List;
import java.util.Optional;

/** Targets of Lychgate beside other peers, and their verdicts for a run. */
final class Targets {
  private static final List<Target> ALL = List.of(
      beside(Scenario.H2_1K, 1.0, "haproxy", "h2o", "nghttpx"),
      beside(Scenario.H2_1K, 0.7, "nginx"),
      beside(Scenario.H2_1K, 0.35, "envoy", "vertx", "armeria"),
      alone(Scenario.H2_1K, Metric.GARBAGE_KB, 3),
      beside(Scenario.H2_1K_POLICIES, 0.6, "envoy"),
      beside(Scenario.H1_1K, 0.95, "nginx"),
      beside(Scenario.H1_PLAIN, 1.05, "haproxy"),
      beside(Scenario.H1_PIPELINED, 1.05, "haproxy"),
      beside(Scenario.H2_100K, 1.0, "h2o"),
      beside(Scenario.H2C_1K, 1.0, "envoy", "haproxy", "nghttpx"),
      beside(Scenario.H2C_100K, 1.0, "envoy", "haproxy", "nghttpx"),
      beside(Scenario.FULL_HANDSHAKE, 0.75, "nginx"),
      beside(Scenario.FULL_HANDSHAKE, 1.0, "envoy"),
      beside(Scenario.RESUMED_HANDSHAKE, 0.75, "nginx"),
      beside(Scenario.RESUMED_HANDSHAKE, 1.0, "envoy"),
      beside(Scenario.FILE_1K, 0.4, "nginx"),
      beside(Scenario.FILE_1K, 1.6, "h2o"),
      beside(Scenario.H3_1K, 0.55, "envoy"),
      beside(Scenario.LATENCY, 1.3, "nginx"),
      alone(Scenario.LATENCY, Metric.PAUSE_MS, 5),
      beside(Scenario.IDLE, 1.0, "nginx"),
      beside(Scenario.IDLE_50K, 1.0, "nginx"),
      alone(Scenario.START, Metric.START_MS, 700));

  /** Length of a run that the target of the longest pause requires: ten minutes. */
  private static final int PAUSE_SECONDS = 600;

  private static final double MOST_OF_POLICIES = 1.5;

  private Targets() {}

  /**
   * Target: at most a multiple of the best of some peers, or without peers at most a figure.
   *
   * @param metric its medians are compared
   */
  private record Target(Scenario scenario, Metric metric, double maximum, List<String> peers) {
    String condition() {
      String limit = peers.isEmpty()
          ? Spread.number(maximum, metric.digits())
          : Spread.number(maximum, 2) + " × " + names(peers);
      return "`" + scenario.id() + "`, " + metric.title() + ": at most " + limit;
    }
  }

  private static Target beside(Scenario scenario, double maximum, String... peers) {
    return new Target(scenario, scenario.metrics().get(0), maximum, List.of(peers));
  }

  private static Target alone(Scenario scenario, Metric metric, double maximum) {
    return new Target(scenario, metric, maximum, List.of());
  }

  /** Returns a line for each target whose figures the run has. */
  static List<String> judge(List<Outcome> outcomes, Settings settings) {
    Verdicts verdicts = new Verdicts();
    for (Target target : ALL) {
      outcomes.stream()
          .filter(outcome -> outcome.scenario() == target.scenario())
          .forEach(outcome -> judge(target, outcome, settings, verdicts));
    }
    judgePolicies(outcomes, settings, verdicts);
    return verdicts.lines();
  }

  /** The policies of a route may cost half of the request that has none, in the same run. */
  private static void judgePolicies(List<Outcome> outcomes, Settings settings, Verdicts verdicts) {
    Optional<Double> with = own(outcomes, Scenario.H2_1K_POLICIES);
    Optional<Double> without = own(outcomes, Scenario.H2_1K);
    if (with.isEmpty() || without.isEmpty()) {
      return;
    }
    String condition = "`" + Scenario.H2_1K_POLICIES.id() + "`, " + Metric.CPU_MICROS.title()
        + ": at most " + Spread.number(MOST_OF_POLICIES, 2) + " × `" + Scenario.H2_1K.id() + "`";
    double ratio = with.get() / without.get();
    String figure = Spread.number(ratio, 3) + " ("
        + Spread.number(with.get(), Metric.CPU_MICROS.digits()) + " beside "
        + Spread.number(without.get(), Metric.CPU_MICROS.digits()) + ")";
    if (settings.isWarm()) {
      verdicts.add(condition, ratio <= MOST_OF_POLICIES, figure);
    } else {
      verdicts.add(condition, "hardly warm, " + figure);
    }
  }

  private static Optional<Double> own(List<Outcome> outcomes, Scenario scenario) {
    return outcomes.stream()
        .filter(outcome -> outcome.scenario() == scenario)
        .flatMap(outcome -> outcome.row(LychgateProgram.NAME).stream())
        .flatMap(row -> row.spread(Metric.CPU_MICROS).stream())
        .map(Spread::median)
        .findFirst();
  }

  private static void judge(Target target, Outcome outcome, Settings settings, Verdicts verdicts) {
    Metric metric = target.metric();
    Optional<Double> own = outcome
        .row(LychgateProgram.NAME)
        .flatMap(row -> row.spread(metric))
        .map(spread -> metric == Metric.PAUSE_MS ? spread.max() : spread.median());
    if (own.isEmpty()) {
      return;
    }
    String condition = target.condition();
    String figure = Spread.number(own.get(), metric.digits());
    if (!settings.isWarm()) {
      verdicts.add(condition, "hardly warm, " + figure);
      return;
    }
    if (metric == Metric.PAUSE_MS && settings.seconds() < PAUSE_SECONDS) {
      verdicts.add(
          condition,
          "of " + settings.seconds() + " s, " + figure + " (expected: --seconds " + PAUSE_SECONDS
              + ")");
      return;
    }
    if (target.peers().isEmpty()) {
      verdicts.add(condition, own.get() <= target.maximum(), figure);
      return;
    }
    Outcome among = outcome.among(target.peers());
    Optional<String> best = among.best(metric);
    if (best.isEmpty()) {
      verdicts.add(condition, "nothing to compare with");
      return;
    }
    double other = among.median(best.get(), metric).orElseThrow();
    double ratio = own.get() / other;
    verdicts.add(
        condition,
        ratio <= target.maximum(),
        // Three digits, so that a near miss does not look met.
        Spread.number(ratio, 3) + " (" + figure + " beside "
            + Spread.number(other, metric.digits()) + " of " + best.get() + ")"
            + unmeasured(target, among, metric));
  }

  private static String unmeasured(Target target, Outcome among, Metric metric) {
    List<String> missing = target.peers().stream()
        .filter(peer -> among.median(peer, metric).isEmpty())
        .toList();
    return missing.isEmpty() ? "" : "; not measured: " + String.join(", ", missing);
  }

  private static String names(List<String> peers) {
    return peers.size() == 1 ? peers.get(0) : "the best of " + String.join(", ", peers);
  }
}
