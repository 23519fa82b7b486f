package io.lychgate.gateway.config.yaml;

import java.util.function.Consumer;

/** Replaces a scalar value before its type is resolved, so that {@code port: ${PORT}} can become a number. */
@FunctionalInterface
public interface Substitution {
  /** Returns each value unchanged. */
  Substitution NONE = (scalar, problem) -> scalar;

  /** Returns the replacement. Reports to {@code problem} if there is none. */
  String replace(String scalar, Consumer<String> problem);
}
