package io.lychgate.gateway.condition;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import io.lychgate.gateway.config.pattern.BoundedRegex;
import java.util.Map;
import java.util.Optional;

/** A compiled CEL program over the variables of a request. */
final class CelCondition implements Condition {
  private final String text;
  private final CelRuntime.Program program;
  private final Map<String, BoundedRegex> patterns;

  private final boolean readsRequest;

  /**
   * @param patterns compiled expressions of {@code matches}, by their texts
   * @param readsRequest false if the program reads claims only
   */
  CelCondition(
      String text,
      CelRuntime.Program program,
      Map<String, BoundedRegex> patterns,
      boolean readsRequest) {
    this.text = text;
    this.program = program;
    this.patterns = patterns;
    this.readsRequest = readsRequest;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public boolean readsRequest() {
    return readsRequest;
  }

  @Override
  public Answer test(RequestView request) {
    if (!request.budget().spend(1)) {
      return Answer.FAILED;
    }
    ConditionCost cost = ConditionCost.begin(patterns, request.budget());
    try {
      Object value = program.trace(name -> variable(name, request), cost);
      if (value instanceof Boolean result) {
        return result ? Answer.TRUE : Answer.FALSE;
      }
      return Answer.FAILED;
    } catch (CelEvaluationException | RuntimeException | ConditionCost.Exhausted e) {
      return Answer.FAILED;
    } finally {
      cost.end();
    }
  }

  private static Optional<Object> variable(String name, RequestView request) {
    return switch (name) {
      case "method" -> Optional.of(request.method());
      case "host" -> Optional.of(request.host());
      case "path" -> Optional.of(request.path());
      case "query" -> Optional.of(request.query());
      case "headers" -> Optional.of(request.headers());
      case "cookies" -> Optional.of(request.cookies());
      case "hints" -> Optional.of(request.hints());
      case "save_data" -> Optional.of(request.savesData());
      case "destination" -> Optional.of(request.destination());
      case "claims" -> Optional.of(request.claims().texts());
      case "lists" -> Optional.of(request.claims().lists());
      default -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
