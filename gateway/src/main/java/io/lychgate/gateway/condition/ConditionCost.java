package io.lychgate.gateway.condition;

import com.google.protobuf.ByteString;
import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.pattern.BoundedRegex;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the cost of one evaluation of a condition, and stops it above the limit.
 *
 * <p>cel-java does not estimate costs, but notifies a listener of each value that it computes. Every node is a step, and so are 64
 * characters of a string. The cost of {@code matches} and {@code contains} is a product, so it is counted before they run. One per
 * evaluating thread.
 */
final class ConditionCost implements CelEvaluationListener {
  private static final ThreadLocal<ConditionCost> CURRENT =
      ThreadLocal.withInitial(ConditionCost::new);

  /** Number of characters that cost as much as one node. */
  private static final int CHARACTERS = 64;

  /** Steps of {@link RuleBudget} per node; a step takes 10 ns. */
  private static final int NODE = 10;

  /** Number of nodes between checks of the clock and of the request's budget. Usual conditions have fewer. */
  private static final int ROUND = 64;

  private Map<String, BoundedRegex> patterns = Map.of();
  private @Nullable RuleBudget budget;
  private long steps;
  private long reported;
  private long firstRoundAt;

  /**
   * Ends an evaluation. It is an Error because the interpreter catches exceptions: {@code ||} and loops ignore failures and would
   * continue.
   */
  static final class Exhausted extends Error {
    private static final long serialVersionUID = 1;

    Exhausted() {
      super("condition: too many steps", null, false, false);
    }
  }

  private ConditionCost() {}

  /** Returns the counter of this thread, reset for one evaluation. */
  static ConditionCost begin(Map<String, BoundedRegex> patterns, RuleBudget budget) {
    ConditionCost cost = CURRENT.get();
    cost.patterns = patterns;
    cost.budget = budget;
    cost.steps = 0;
    cost.reported = 0;
    cost.firstRoundAt = 0;
    return cost;
  }

  /** Releases the request. Returns the cost in nodes. */
  long end() {
    RuleBudget of = budget;
    if (of != null) {
      of.spend(NODE * (steps - reported));
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
    if (steps - reported >= ROUND) {
      round();
    }
  }

  private void round() {
    long now = System.nanoTime();
    if (firstRoundAt == 0) {
      firstRoundAt = now;
    }
    long since = steps - reported;
    reported = steps;
    RuleBudget of = budget;
    if (now - firstRoundAt > Limits.MAX_RULE_TIME.toNanos()
        || (of != null && !of.spend(NODE * since))) {
      throw new Exhausted();
    }
  }

  /** Implements {@code text.matches(regex)}. The compiler accepts constant patterns only, and has compiled them. */
  static boolean matches(String text, String regex) {
    ConditionCost cost = CURRENT.get();
    BoundedRegex pattern = cost.patterns.get(regex);
    if (pattern == null || text.length() > pattern.longestInput()) {
      throw new Exhausted();
    }
    cost.spend((long) pattern.programSize() * text.length() / NODE);
    return pattern.isFoundIn(text, text.length());
  }

  /** Implements {@code text.contains(part)}. */
  static boolean contains(String text, String part) {
    CURRENT.get().spend((long) text.length() * part.length() / (CHARACTERS * NODE));
    return text.contains(part);
  }
}
