package io.lychgate.gateway.config.check;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of reading a file: a value, or its problems. Never both. */
public final class Checked<T> {
  private final @Nullable T value;
  private final List<ConfigProblem> problems;

  private Checked(@Nullable T value, List<ConfigProblem> problems) {
    this.value = value;
    this.problems = problems;
  }

  public static <T> Checked<T> valid(T value) {
    return new Checked<>(value, List.of());
  }

  /** Returns an invalid result. Its problems are sorted by place, distinct, and at most {@link Limits#MAX_PROBLEMS}. */
  public static <T> Checked<T> invalid(Collection<ConfigProblem> problems) {
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("problems: none (expected: at least one)");
    }
    return new Checked<>(
        null, problems.stream().distinct().sorted().limit(Limits.MAX_PROBLEMS).toList());
  }

  public boolean isValid() {
    return value != null;
  }

  /** Returns the value. Throws IllegalStateException if the result is invalid. */
  public T value() {
    if (value == null) {
      throw new IllegalStateException("value: none (expected: a valid result); " + problems);
    }
    return value;
  }

  /** Returns the problems. Empty exactly when the result is valid. */
  public List<ConfigProblem> problems() {
    return problems;
  }

  @Override
  public String toString() {
    return value != null ? "valid " + value : "invalid " + problems;
  }
}
