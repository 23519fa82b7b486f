package io.lychgate.gateway.history.report;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Numbers and times in sentences. */
final class Words {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm VV", Locale.ROOT);

  private Words() {}

  /** Returns for example {@code 41 of 96 quarter hours}. */
  static String haveOf(double have, long needed, String what) {
    return String.format(Locale.ROOT, "%,d of %,d %s", (long) have, needed, what);
  }

  /** Returns a relative change with its sign, for example {@code −83 %}. */
  static String signed(double change) {
    return (change < 0 ? "−" : "+") + share(change);
  }

  /** Returns a share without sign, for example {@code 83 %}; with one digit more below 10 %. */
  static String share(double share) {
    double percent = Math.abs(share) * 100;
    return String.format(Locale.ROOT, percent < 9.95 ? "%.1f %%" : "%,.0f %%", percent);
  }

  /** Returns a value with three significant digits, or all digits before the point. */
  static String value(double value) {
    double size = Math.abs(value);
    int digits = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4;
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }

  static String time(Instant instant, ZoneId zone) {
    return TIME.format(instant.atZone(zone));
  }

  /** Returns the time until a moment, rounded up, for example {@code in 5 minutes}. */
  static String in(Duration wait) {
    long seconds = Math.max(1, wait.toSeconds());
    if (seconds < 120) {
      return "in " + count(seconds, "second");
    }
    if (seconds < 7_200) {
      return "in " + count(up(seconds, 60), "minute");
    }
    return seconds < 172_800
        ? "in " + count(up(seconds, 3_600), "hour")
        : "in " + count(up(seconds, 86_400), "day");
  }

  private static long up(long seconds, long unit) {
    return (seconds + unit - 1) / unit;
  }

  /** Returns the plural noun of blocks of a width. */
  static String blocks(Duration width) {
    return switch ((int) width.toSeconds()) {
      case 60 -> "minutes";
      case 900 -> "quarter hours";
      case 3600 -> "hours";
      default -> "blocks of " + width.toSeconds() + " seconds";
    };
  }

  static String count(long count, String singular) {
    return String.format(Locale.ROOT, "%,d %s%s", count, singular, count == 1 ? "" : "s");
  }

  /** Returns for example {@code a, b and c}. */
  static String list(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  /** Returns a foreign text as one short line. */
  static String line(String text, int longest) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.codePointCount(0, line.length()) <= longest
        ? line
        : line.substring(0, line.offsetByCodePoints(0, longest)) + "…";
  }
}
