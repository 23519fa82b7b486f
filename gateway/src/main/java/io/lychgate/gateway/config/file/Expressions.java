package io.lychgate.gateway.config.file;

import io.lychgate.gateway.condition.ConditionCompiler.Problem;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.config.check.Limits;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Checks the expressions of one configuration. One instance per reading. */
final class Expressions {
  /** A file, which is read without a limit: its author can as well stop the process. */
  static final BooleanSupplier NEVER_LATE = () -> false;

  private final BooleanSupplier isLate;
  private boolean hasEnded;

  /** @param isLate true once reading has taken too long; no more expressions are then compiled */
  Expressions(BooleanSupplier isLate) {
    this.isLate = isLate;
  }

  /** Returns the limit of a text that comes over the admin API, from now on. */
  static BooleanSupplier limitOfDrafts() {
    long startedAt = System.nanoTime();
    return () -> System.nanoTime() - startedAt > Limits.VALIDATION.toNanos();
  }

  /** Adds the problems of the expression under a key. The first one that is too late makes the configuration invalid, the others nothing. */
  void check(Section section, String key, String text, Function<String, Result> compilation) {
    if (hasEnded) {
      return;
    }
    if (isLate.getAsBoolean()) {
      hasEnded = true;
      section.problem(
          key,
          "not checked: the configuration takes longer than " + Limits.VALIDATION.toMillis()
              + " ms to check (expected: fewer or simpler expressions)");
      return;
    }
    if (compilation.apply(text) instanceof Result.Refused refused) {
      for (Problem problem : refused.problems()) {
        section.problem(
            key,
            "line " + problem.line() + ", column " + problem.column() + " of the expression: "
                + problem.message());
      }
    }
  }
}
