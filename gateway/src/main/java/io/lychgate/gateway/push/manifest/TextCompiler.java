package io.lychgate.gateway.push.manifest;

import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.condition.ConditionCompiler.Problem;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.pattern.PathPattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the patterns and conditions of one manifest: each distinct text once, and all of them within {@link Limits}. One
 * instance per reading.
 */
final class TextCompiler {
  private final BooleanSupplier isLate;
  private final Map<String, Result> conditions = new HashMap<>();
  private final Map<String, Pattern> patterns = new HashMap<>();
  private int characters;
  private int instructions;
  private boolean hasEnded;

  /** @param isLate true once reading has taken too long; no more texts are then compiled */
  TextCompiler(BooleanSupplier isLate) {
    this.isLate = isLate;
  }

  /** A pattern, or the reason for its rejection. */
  record Pattern(@Nullable PathPattern pattern, String problem) {}

  /** @return the condition or its problems; null if this reading has already reported that it compiles no more texts */
  @Nullable
  Result condition(String text) {
    Result known = conditions.get(text);
    if (known != null) {
      return known;
    }
    if (hasEnded) {
      return null;
    }
    String excess = excess(
        characters + text.length() > Limits.MAX_MANIFEST_CONDITIONS,
        "the conditions of the manifest have more than " + Limits.MAX_MANIFEST_CONDITIONS
            + " characters (expected: fewer)");
    if (!excess.isEmpty()) {
      return new Result.Refused(List.of(new Problem(1, 1, excess)));
    }
    characters += text.length();
    Result result = ConditionCompiler.compile(text);
    conditions.put(text, result);
    return result;
  }

  /** @return the pattern or its problem; null if this reading has already reported that it compiles no more texts */
  @Nullable
  Pattern regex(String text) {
    Pattern known = patterns.get(text);
    if (known != null) {
      return known;
    }
    if (hasEnded) {
      return null;
    }
    String excess = excess(
        instructions > Limits.MAX_MANIFEST_PROGRAMS,
        "the regular expressions of the manifest have more than " + Limits.MAX_MANIFEST_PROGRAMS
            + " instructions (expected: fewer or smaller ones)");
    if (!excess.isEmpty()) {
      return new Pattern(null, excess);
    }
    BoundedRegex.Compiled compiled = BoundedRegex.compile(text);
    BoundedRegex regex = compiled.regex();
    Pattern result = regex == null
        ? new Pattern(null, compiled.problem())
        : new Pattern(PathPattern.regex(regex), "");
    instructions += regex == null ? 0 : regex.programSize();
    patterns.put(text, result);
    return result;
  }

  private String excess(boolean isTooMuch, String message) {
    if (isTooMuch) {
      hasEnded = true;
      return message;
    }
    if (isLate.getAsBoolean()) {
      hasEnded = true;
      return "not checked: the manifest takes longer than " + Limits.VALIDATION.toMillis()
          + " ms to check (expected: fewer or simpler conditions and patterns)";
    }
    return "";
  }

  /** Returns the number of distinct texts compiled. */
  int compiled() {
    return conditions.size() + patterns.size();
  }
}
