package io.lychgate.gateway.condition;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import io.lychgate.gateway.config.pattern.BoundedRegex;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A compiled CEL program over the variables of a request.
 *
 * @param patterns compiled expressions of {@code matches}, by their texts
 */
record CelProgram(CelRuntime.Program program, Map<String, BoundedRegex> patterns) {
  /** Returns the value; null if the evaluation fails for this request or takes too many steps. */
  @Nullable
  Object value(RequestView request) {
    if (!request.budget().spend(1)) {
      request.tooCostly();
      return null;
    }
    ConditionCost cost = ConditionCost.begin(patterns, request.budget());
    try {
      return program.trace(name -> variable(name, request), cost);
    } catch (ConditionCost.Exhausted e) {
      request.tooCostly();
      return null;
    } catch (CelEvaluationException | RuntimeException e) {
      return null;
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
}
