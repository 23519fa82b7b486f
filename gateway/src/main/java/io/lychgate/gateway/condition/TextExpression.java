package io.lychgate.gateway.condition;

import org.jspecify.annotations.Nullable;

/** An expression of CEL that computes a text from a request, compiled and type-checked. Thread-safe. */
public final class TextExpression {
  private final String text;
  private final CelProgram program;

  TextExpression(String text, CelProgram program) {
    this.text = text;
    this.program = program;
  }

  /** Returns the text; null if the evaluation fails for this request or takes too many steps. Never throws. */
  public @Nullable String value(RequestView request) {
    return program.value(request) instanceof String value ? value : null;
  }

  @Override
  public String toString() {
    return text;
  }
}
