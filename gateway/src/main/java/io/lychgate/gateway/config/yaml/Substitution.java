package io.lychgate.gateway.config.yaml;

import java.util.function.Consumer;

/** What happens to a scalar value before its type is decided, so that {@code port: ${PORT}} can become a number. */
@FunctionalInterface
public interface Substitution {
  /** Nothing happens. */
  Substitution NONE = (scalar, problem) -> scalar;

  /** The text to take instead; tells {@code problem} when there is none. */
  String replace(String scalar, Consumer<String> problem);
}
