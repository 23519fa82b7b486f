package io.lychgate.gateway.config.check;

import java.time.Duration;
import java.util.OptionalLong;

/** Parses durations and sizes of configuration files: {@code 500ms}, {@code 64KiB}. */
public final class Quantity {
  private Quantity() {}

  /** Returns the duration of a text. The schema has checked that it is digits and a unit. */
  public static Duration duration(String text) {
    int unit = unitStart(text);
    long amount = Long.parseLong(text.substring(0, unit));
    return switch (text.substring(unit)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case "d" -> Duration.ofDays(amount);
      default ->
        throw new IllegalArgumentException(
            "duration: " + text + " (expected: 500ms, 10s, 2m, 1h or 7d)");
    };
  }

  /** Returns the bytes of a text; empty if they exceed a long. */
  public static OptionalLong size(String text) {
    int unit = unitStart(text);
    try {
      long amount = Long.parseLong(text.substring(0, unit));
      return OptionalLong.of(Math.multiplyExact(amount, factor(text.substring(unit))));
    } catch (ArithmeticException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static long factor(String unit) {
    return switch (unit) {
      case "", "B" -> 1;
      case "KiB" -> 1L << 10;
      case "MiB" -> 1L << 20;
      case "GiB" -> 1L << 30;
      default ->
        throw new IllegalArgumentException(
            "size: unit " + unit + " (expected: B, KiB, MiB or GiB)");
    };
  }

  private static int unitStart(String text) {
    int at = 0;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }
}
