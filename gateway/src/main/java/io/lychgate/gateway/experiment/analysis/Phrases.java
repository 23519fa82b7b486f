package io.lychgate.gateway.experiment.analysis;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers and times in sentences. */
final class Phrases {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Phrases() {}

  static String count(long count, String singular) {
    return String.format(Locale.ROOT, "%,d %s%s", count, singular, count == 1 ? "" : "s");
  }

  /** Returns a relative change with its sign, for example {@code −5.1 %}. */
  static String signed(double change) {
    return (change < 0 ? "−" : "+") + share(change);
  }

  /** Returns a share without sign, with one digit more below 10 %. */
  static String share(double share) {
    double percent = Math.abs(share) * 100;
    return String.format(Locale.ROOT, percent < 9.95 ? "%.1f %%" : "%,.0f %%", percent);
  }

  /** Returns a value with its unit and three digits, for example {@code 1,420 ms}. */
  static String value(double value, String unit) {
    double size = Math.abs(value);
    int digits = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4;
    String number = String.format(Locale.ROOT, "%,." + digits + "f", value).replace('-', '−');
    return "milliseconds".equals(unit) ? number + " ms" : number;
  }

  static String time(Instant time) {
    return TIME.format(time);
  }
}
