package io.lychgate.gateway.migration.nginx;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Translates times and sizes of nginx. */
final class NginxQuantities {
  private static final Pattern PART = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d|w|M|y)?");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([kKmMgG]?)");

  private NginxQuantities() {}

  /** Returns a time in milliseconds; -1 if it is none. */
  static long millis(String text) {
    Matcher part = PART.matcher(text);
    long sum = 0;
    int end = 0;
    while (part.find() && part.start() == end) {
      String unit = part.group(2) == null ? "s" : part.group(2);
      long factor = switch (unit) {
        case "ms" -> 1L;
        case "m" -> 60_000L;
        case "h" -> 3_600_000L;
        case "d" -> 86_400_000L;
        case "w" -> 7 * 86_400_000L;
        case "M" -> 30 * 86_400_000L;
        case "y" -> 365 * 86_400_000L;
        default -> 1000L;
      };
      sum += Long.parseLong(part.group(1)) * factor;
      end = part.end();
    }
    return end == text.length() && end > 0 ? sum : -1;
  }

  /** Returns a time in the form of the gateway; null if it is none or zero. */
  static @Nullable String duration(String text) {
    long millis = millis(text);
    if (millis <= 0) {
      return null;
    }
    if (millis % 3_600_000 == 0) {
      return millis / 3_600_000 + "h";
    }
    if (millis % 60_000 == 0) {
      return millis / 60_000 + "m";
    }
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }

  /** Returns a size in bytes; -1 if it is none. */
  static long bytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      return -1;
    }
    long number = Long.parseLong(size.group(1));
    return switch (size.group(2).toLowerCase(Locale.ROOT)) {
      case "k" -> number << 10;
      case "m" -> number << 20;
      case "g" -> number << 30;
      default -> number;
    };
  }

  /** Returns a size in the form of the gateway. */
  static String size(long bytes) {
    if (bytes > 0 && bytes % (1L << 30) == 0) {
      return (bytes >> 30) + "GiB";
    }
    if (bytes > 0 && bytes % (1L << 20) == 0) {
      return (bytes >> 20) + "MiB";
    }
    return bytes > 0 && bytes % 1024 == 0 ? (bytes >> 10) + "KiB" : String.valueOf(bytes);
  }
}
