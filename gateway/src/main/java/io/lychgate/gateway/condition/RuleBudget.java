package io.lychgate.gateway.condition;

import io.lychgate.gateway.config.check.Limits;

/**
 * The cost limit of all patterns and conditions of manifests for one request. A budget in steps of some 10 ns applies first, so
 * that usual manifests do not depend on the clock. After it is spent, rules are evaluated until {@link Limits#MAX_RULE_TIME} has
 * passed.
 */
public final class RuleBudget {
  private long spent;
  private long startedAt;

  /** Resets the budget for another request. */
  public void reset() {
    spent = 0;
  }

  /** Spends these steps. Returns false if none are left. */
  public boolean spend(long steps) {
    if (spent == 0) {
      startedAt = System.nanoTime();
    }
    spent += steps;
    return spent <= Limits.MAX_RULE_STEPS
        || System.nanoTime() - startedAt < Limits.MAX_RULE_TIME.toNanos();
  }
}
