package io.lychgate.gateway.push.condition;

import com.google.protobuf.ByteString;
import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import io.lychgate.gateway.config.BoundedRegex;
import io.lychgate.gateway.config.Limits;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the cost of one evaluation of a condition, and ends it above the limit.
 *
 * <p>cel-java does not estimate costs, but notifies a listener of each value that it computes. Every node is a step, and so are 64
 * characters of a text; {@code matches} and {@code contains}, whose cost is a product, are counted before they run. One for
 * each thread that evaluates.
 */
final class ConditionCost implements CelEvaluationListener {
  private static final ThreadLocal<ConditionCost> CURRENT =
      ThreadLocal.withInitial(ConditionCost::new);

  /** Characters that cost as much as one node. */
  private static final int CHARACTERS = 64;

  /** Steps of {@link RuleBudget}, 10 ns each, in one node. */
  private static final int NODE = 10;

  /** Nodes after which the clock and the budget of the request are checked. Usual conditions have fewer. */
  private static final int ROUND = 64;

  private Map<String, BoundedRegex> patterns = Map.of();
  private @Nullable RuleBudget budget;
  private long steps;
  private long told;
  private long firstRoundAt;

  /**
   * Ends an evaluation. An Error because the interpreter catches exceptions: {@code ||} and loops ignore
   * failures, and would go on.
   */
  static final class Exhausted extends Error {
    private static final long serialVersionUID = 1;

    Exhausted() {
      super("condition: too many steps", null, false, false);
    }
  }

  private ConditionCost() {}

  /** The counter of this thread, for one evaluation. */
  static ConditionCost begin(Map<String, BoundedRegex> patterns, RuleBudget budget) {
    ConditionCost cost = CURRENT.get();
    cost.patterns = patterns;
    cost.budget = budget;
    cost.steps = 0;
    cost.told = 0;
    cost.firstRoundAt = 0;
    return cost;
  }

  /** Releases the request. Returns the cost in nodes. */
  long end() {
    RuleBudget of = budget;
    if (of != null) {
      of.spend(NODE * (steps - told));
    }
    patterns = Map.of();
    budget = null;
    return steps;
  }

  @Override
  public void callback(CelExpr expression, Object value) {
    if (value instanceof String text) {
      spend(1 + text.length() / CHARACTERS);
    } else if (value instanceof ByteString bytes) {
      spend(1 + bytes.size() / CHARACTERS);
    } else {
      spend(1);
    }
  }

  private void spend(long more) {
    steps += more;
    if (steps > Limits.MAX_CONDITION_COST) {
      throw new Exhausted();
    }
    if (steps - told >= ROUND) {
      round();
    }
  }

  private void round() {
    long now = System.nanoTime();
    if (firstRoundAt == 0) {
      firstRoundAt = now;
    }
    long since = steps - told;
    told = steps;
    RuleBudget of = budget;
    if (now - firstRoundAt > Limits.MAX_RULE_TIME.toNanos()
        || (of != null && !of.spend(NODE * since))) {
      throw new Exhausted();
    }
  }

  /** {@code text.matches(regex)}. The compiler admits constant patterns only, and has compiled them. */
  static boolean matches(String text, String regex) {
    ConditionCost cost = CURRENT.get();
    BoundedRegex pattern = cost.patterns.get(regex);
    if (pattern == null || text.length() > pattern.longestInput()) {
      throw new Exhausted();
    }
    cost.spend((long) pattern.programSize() * text.length() / NODE);
    return pattern.isFoundIn(text, text.length());
  }

  /** {@code text.contains(part)}. */
  static boolean contains(String text, String part) {
    CURRENT.get().spend((long) text.length() * part.length() / (CHARACTERS * NODE));
    return text.contains(part);
  }
}
