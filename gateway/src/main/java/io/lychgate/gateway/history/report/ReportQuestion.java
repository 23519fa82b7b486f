package io.lychgate.gateway.history.report;

import io.lychgate.gateway.history.HistoryEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The question that a report answers.
 *
 * @param at the moment that divides before from after
 * @param event the event at that moment; null if a user chose the moment
 * @param longest greatest length of each window, from 1 to 28 days
 * @param zone time zone of hours, days and weekdays
 * @param site name of the only site to compare; empty for all traffic
 * @param now the present, by the clock of the store
 * @param firstAt start of the earliest minute that was counted; null if there is none
 * @param secondsFrom start of the earliest block of 10 s that can be had of all traffic; null if there is none, as in a fleet
 */
public record ReportQuestion(
    Instant at,
    @Nullable HistoryEvent event,
    Duration longest,
    ZoneId zone,
    String site,
    Instant now,
    @Nullable Instant firstAt,
    @Nullable Instant secondsFrom) {

  public static final Duration LONGEST = Duration.ofDays(28);

  public ReportQuestion {
    if (longest.compareTo(Duration.ofDays(1)) < 0 || longest.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("longest: " + longest + " (expected: 1 to 28 days)");
    }
  }

  /** Asks about all traffic around an event, with windows of at most 28 days, and without blocks of 10 s. */
  public static ReportQuestion about(
      HistoryEvent event, ZoneId zone, Instant now, @Nullable Instant firstAt) {
    return new ReportQuestion(event.at(), event, LONGEST, zone, "", now, firstAt, null);
  }

  ReportQuestion withSite(String name) {
    return new ReportQuestion(at, event, longest, zone, name, now, firstAt, secondsFrom);
  }

  ReportQuestion withSecondsFrom(@Nullable Instant from) {
    return new ReportQuestion(at, event, longest, zone, site, now, firstAt, from);
  }

  ReportQuestion withNow(Instant moment) {
    return new ReportQuestion(at, event, longest, zone, site, moment, firstAt, secondsFrom);
  }

  /** Returns a number that is the same for the same question, also on another day. */
  long seed() {
    long seed = at.toEpochMilli();
    seed = 31 * seed + zone.getId().hashCode();
    seed = 31 * seed + site.hashCode();
    return 31 * seed + longest.toMillis();
  }
}
