package io.lychgate.gateway.limit;

import io.lychgate.gateway.condition.Condition;
import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.condition.RequestView;
import org.jspecify.annotations.Nullable;

/**
 * The requests to which a limit applies.
 *
 * @param condition null for all requests
 */
record When(@Nullable Condition condition) {
  static When of(@Nullable String expression) {
    if (expression == null) {
      return new When(null);
    }
    if (ConditionCompiler.compile(expression) instanceof Result.Compiled compiled) {
      return new When(compiled.condition());
    }
    throw new IllegalArgumentException("when: " + expression + " (expected: a valid expression)");
  }

  /** A limit applies also if the expression fails for a request: a sender must not escape by a request that makes it fail. */
  boolean accepts(@Nullable RequestView view) {
    return condition == null || view == null || condition.test(view) != Condition.Answer.FALSE;
  }
}
