package io.lychgate.gateway.store;

import java.util.Locale;

/** Makes LIKE patterns, for {@code ESCAPE '!'}, from the text of a user. */
final class Patterns {

  private Patterns() {}

  /** Returns a pattern that matches values that contain the text. Wildcards in the text are literal. */
  static String containing(String text) {
    return "%" + text.toLowerCase(Locale.ROOT).replaceAll("([!%_])", "!$1") + "%";
  }
}
