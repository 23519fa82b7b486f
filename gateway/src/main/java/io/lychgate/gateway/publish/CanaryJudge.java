package io.lychgate.gateway.publish;

import java.util.Locale;

/** Compares the nodes of a canary with the others. A decision without effects. */
final class CanaryJudge {
  /** Page views that a judgement of waste needs: below it, one client is more than 5 %. */
  private static final long LEAST_VIEWS = 20;

  private CanaryJudge() {}

  /** The judgement. */
  enum Kind {
    /** A guardrail was passed. */
    UNDO,
    /** Not enough requests yet. */
    TOO_FEW,
    /** Every guardrail holds. */
    HOLDS
  }

  /** @param sentence the figures, for people */
  record Verdict(Kind kind, String sentence) {}

  static Verdict judge(CanaryRules rules, CanaryFigures canary, CanaryFigures rest) {
    if (canary.requests() < rules.minRequests()) {
      return new Verdict(
          Kind.TOO_FEW,
          canary.requests() + " requests on the canary (expected: at least " + rules.minRequests()
              + " to judge it)");
    }
    boolean isComparable = rest.requests() >= rules.minRequests();
    // Without enough other requests, errors count absolutely; times and waste need a comparison.
    double otherErrors = isComparable ? rest.serverErrorPercent() : 0;
    if (canary.serverErrorPercent() - otherErrors > rules.serverErrors()) {
      return undo(
          "5xx responses: %.2f %% on the canary, %.2f %% on the other nodes (guardrail: %d points more)",
          canary.serverErrorPercent(), otherErrors, rules.serverErrors());
    }
    if (isComparable
        && rest.p95Micros() > 0
        && canary.p95Micros() > rest.p95Micros() * (1 + rules.p95() / 100.0)) {
      return undo(
          "95th percentile to the first byte: %.1f ms on the canary, %.1f ms on the other nodes (guardrail: %d %% more)",
          canary.p95Micros() / 1000.0, rest.p95Micros() / 1000.0, rules.p95());
    }
    double otherWaste = rest.views() >= LEAST_VIEWS ? rest.wastePercent() : 0;
    if (canary.views() >= LEAST_VIEWS && canary.wastePercent() - otherWaste > rules.waste()) {
      return undo(
          "wasted page views: %.1f %% on the canary, %.1f %% on the other nodes (guardrail: %d points more)",
          canary.wastePercent(), otherWaste, rules.waste());
    }
    return new Verdict(
        Kind.HOLDS,
        String.format(
            Locale.ROOT,
            "guardrails hold: 5xx %.2f %% and %.2f %%, p95 %.1f ms and %.1f ms, %d and %d requests",
            canary.serverErrorPercent(),
            otherErrors,
            Math.max(0, canary.p95Micros()) / 1000.0,
            Math.max(0, rest.p95Micros()) / 1000.0,
            canary.requests(),
            rest.requests()));
  }

  private static Verdict undo(String format, Object... values) {
    return new Verdict(Kind.UNDO, String.format(Locale.ROOT, format, values));
  }
}
