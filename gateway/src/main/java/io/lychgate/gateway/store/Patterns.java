package io.lychgate.gateway.store;

import java.util.Locale;

/** LIKE patterns, for {@code ESCAPE '!'}, from a person's words. */
final class Patterns {

  private Patterns() {}

  /** Matches what contains the text; its own wildcards mean themselves. */
  static String containing(String text) {
    return "%" + text.toLowerCase(Locale.ROOT).replaceAll("([!%_])", "!$1") + "%";
  }
}
