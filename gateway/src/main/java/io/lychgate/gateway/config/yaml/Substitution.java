package io.lychgate.gateway.config.yaml;

import java.util.List;
import java.util.function.Consumer;

/** Replaces a scalar value before its type is resolved, so that {@code port: ${PORT}} can become a number. */
@FunctionalInterface
public interface Substitution {
  /** Returns each value unchanged. */
  Substitution NONE = (scalar, problem) -> Replaced.unchanged(scalar);

  /**
   * The text that replaces a scalar.
   *
   * @param template the text with each opening brace of an inserted part doubled, so that it begins no variable of a template
   * @param inserted the parts that are not in the document; empty if there are none
   */
  record Replaced(String text, String template, List<String> inserted) {
    public Replaced {
      inserted = List.copyOf(inserted);
    }

    public static Replaced unchanged(String text) {
      return new Replaced(text, text, List.of());
    }
  }

  /** Returns the replacement. Reports to {@code problem} if there is none. */
  Replaced replace(String scalar, Consumer<String> problem);
}
