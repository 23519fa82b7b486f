package io.lychgate.gateway.admin.history;

import io.lychgate.gateway.admin.http.Call;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ValueRange;
import org.jspecify.annotations.Nullable;

/** The range of time of a call: {@code from} and {@code to}, or {@code seconds} before {@code to}. */
public record HistoryRange(Instant from, Instant to) {
  private static final int DEFAULT_SECONDS = 3_600;
  private static final int MOST_SECONDS = 400 * 86_400;
  private static final ValueRange YEARS = ValueRange.of(0, 9_999);

  public static HistoryRange of(Call call, Instant now) {
    return of(call, now, Duration.ofSeconds(DEFAULT_SECONDS));
  }

  /**
   * @param now end of the range if the call has none
   * @param absent length of the range if the call has none
   */
  static HistoryRange of(Call call, Instant now, Duration absent) {
    Instant to = time(call, "to");
    Instant end = to == null ? now : to;
    Instant from = time(call, "from");
    String seconds = call.query("seconds");
    if (from == null) {
      return new HistoryRange(
          end.minus(seconds.isEmpty() ? absent : Duration.ofSeconds(number(seconds))), end);
    }
    if (!seconds.isEmpty()) {
      throw Call.invalid("seconds", seconds, "absent, as `from` is given");
    }
    return new HistoryRange(from, end);
  }

  private static int number(String seconds) {
    try {
      int number = Integer.parseInt(seconds);
      if (number >= 1 && number <= MOST_SECONDS) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below like a number out of range.
    }
    throw Call.invalid("seconds", seconds, "1-" + MOST_SECONDS);
  }

  private static @Nullable Instant time(Call call, String name) {
    String text = call.query(name);
    return text.isEmpty() ? null : time(name, text);
  }

  /** Reads a time of RFC 3339, whose years have four digits. So a difference of a few years to it is a time, too. */
  static Instant time(String name, String text) {
    try {
      OffsetDateTime time = OffsetDateTime.parse(text);
      if (YEARS.isValidIntValue(time.getYear())) {
        return time.toInstant();
      }
    } catch (DateTimeException e) {
      // Reported below like a year of more digits.
    }
    throw Call.invalid(name, text, "a time of RFC 3339 such as 2026-01-31T12:00:00Z");
  }
}
