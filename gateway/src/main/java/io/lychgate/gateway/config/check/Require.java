package io.lychgate.gateway.config.check;

import java.time.Duration;

/** The checks that the records of this package share. A failed check is a broken invariant: files are checked before. */
public final class Require {
  private Require() {}

  public static String text(String name, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(name + ": empty (expected: text)");
    }
    return value;
  }

  public static void positive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: > 0)");
    }
  }

  public static void positive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: > 0)");
    }
  }

  public static void range(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: " + min + "-" + max + ")");
    }
  }
}
