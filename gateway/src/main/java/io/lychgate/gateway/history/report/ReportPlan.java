package io.lychgate.gateway.history.report;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The two windows of a report, and the width of the blocks that it needs.
 *
 * @param width 10 s, 60 s, 15 min or 1 h
 */
public record ReportPlan(
    ReportBasis basis,
    Duration width,
    Instant beforeFrom,
    Instant beforeTo,
    Instant afterFrom,
    Instant afterTo) {

  static final Duration OLDEST = Duration.ofDays(400);
  static final Duration QUARTER = Duration.ofMinutes(15);

  /** Blocks that a quick look needs on each side. */
  static final int QUICK_BLOCKS = 8;

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration QUICK_LONGEST = Duration.ofHours(6);

  /** The time around the event that a comparison of days leaves out: connections of before are still open in it. */
  private static final Duration DAYS_MARGIN = Duration.ofMinutes(30);

  /** Windows shorter than this are compared by blocks of 10 s. */
  private static final Duration FINE_LONGEST = Duration.ofMinutes(20);

  private static final Duration QUICK_MARGIN = Duration.ofSeconds(20);

  /** The last minute reaches the store a little later. */
  private static final Duration WRITTEN_AFTER = Duration.ofMinutes(1);

  /** Widths from fine to coarse, and how long their blocks exist. */
  private static final List<Kept> KEPT = List.of(
      new Kept(TEN_SECONDS, HOUR),
      new Kept(MINUTE, Duration.ofDays(2)),
      new Kept(QUARTER, Duration.ofDays(30)),
      new Kept(HOUR, OLDEST));

  private record Kept(Duration width, Duration age) {
    boolean has(Instant from, ReportQuestion question) {
      Instant seconds = question.secondsFrom();
      boolean kept = !from.isBefore(question.now().minus(age));
      return width.equals(TEN_SECONDS)
          ? kept && question.site().isEmpty() && seconds != null && !from.isBefore(seconds)
          : kept;
    }
  }

  /** Returns the plan with the longest windows. The windows of a quick look may be too short for an answer, even empty. */
  static ReportPlan of(ReportQuestion question, Instant firstAt) {
    ReportPlan weeks = weeks(question, firstAt);
    if (weeks != null) {
      return weeks;
    }
    ReportPlan days = days(question, firstAt);
    return days != null ? days : quick(question, firstAt);
  }

  private static @Nullable ReportPlan weeks(ReportQuestion question, Instant firstAt) {
    ZoneId zone = question.zone();
    LocalDate day = LocalDate.ofInstant(question.at(), zone);
    for (long count = question.longest().toDays() / 7; count >= 1; count--) {
      Instant from = startOf(day.minusDays(7 * count), zone);
      Instant to = startOf(day.plusDays(1 + 7 * count), zone);
      Duration width = width(QUARTER, from, question);
      if (!from.isBefore(firstAt) && width != null && written(to, question)) {
        return new ReportPlan(
            ReportBasis.WEEKS,
            width,
            up(from, width),
            down(startOf(day, zone), width),
            up(startOf(day.plusDays(1), zone), width),
            down(to, width));
      }
    }
    return null;
  }

  private static @Nullable ReportPlan days(ReportQuestion question, Instant firstAt) {
    for (long count = Math.min(6, question.longest().toDays()); count >= 1; count--) {
      for (Duration width : List.of(QUARTER, HOUR)) {
        Instant beforeTo = down(question.at().minus(DAYS_MARGIN), width);
        Instant afterFrom = up(question.at().plus(DAYS_MARGIN), width);
        Instant from = down(beforeTo.atZone(question.zone()).minusDays(count).toInstant(), width);
        Instant to = up(afterFrom.atZone(question.zone()).plusDays(count).toInstant(), width);
        if (!from.isBefore(firstAt)
            && width.equals(width(width, from, question))
            && written(to, question)) {
          return new ReportPlan(ReportBasis.DAYS, width, from, beforeTo, afterFrom, to);
        }
      }
    }
    return null;
  }

  private static ReportPlan quick(ReportQuestion question, Instant firstAt) {
    ReportPlan minutes = quick(question, firstAt, MINUTE);
    if (minutes.length().compareTo(FINE_LONGEST) < 0) {
      Instant seconds = question.secondsFrom();
      // The first minute of a process begins before its first second.
      ReportPlan fine = quick(
          question, seconds != null && seconds.isAfter(firstAt) ? seconds : firstAt, TEN_SECONDS);
      boolean longEnough = fine.length().plus(MINUTE).compareTo(minutes.length()) >= 0
          || minutes.length().compareTo(MINUTE.multipliedBy(QUICK_BLOCKS)) < 0;
      if (longEnough && KEPT.get(0).has(fine.beforeFrom(), question)) {
        return fine;
      }
    }
    ReportPlan plan = minutes;
    for (Kept kept : KEPT) {
      if (kept.width().compareTo(MINUTE) >= 0) {
        plan = quick(question, firstAt, kept.width());
        if (kept.has(plan.beforeFrom(), question)) {
          return plan;
        }
      }
    }
    return plan;
  }

  private static ReportPlan quick(ReportQuestion question, Instant firstAt, Duration width) {
    Duration margin = width.compareTo(QUICK_MARGIN) > 0 ? width : QUICK_MARGIN;
    Instant beforeTo = down(question.at().minus(margin), width);
    Instant afterFrom = up(question.at().plus(margin), width);
    Instant first = up(firstAt, width);
    Instant last = down(
        width.compareTo(MINUTE) < 0 ? question.now() : question.now().minus(WRITTEN_AFTER), width);
    Duration before = shorter(QUICK_LONGEST, positive(Duration.between(first, beforeTo)));
    Duration after = shorter(QUICK_LONGEST, positive(Duration.between(afterFrom, last)));
    Duration length = shorter(before, after);
    // If one side is too short, the other stays as it is, so that the refusal blames the right
    // side.
    Duration longest =
        length.compareTo(width.multipliedBy(QUICK_BLOCKS)) < 0 ? FINE_LONGEST : length;
    before = shorter(before, longest);
    after = shorter(after, longest);
    return new ReportPlan(
        ReportBasis.QUICK,
        width,
        down(beforeTo.minus(before), width),
        beforeTo,
        afterFrom,
        down(afterFrom.plus(after), width));
  }

  /** Returns the length of the shorter window. */
  Duration length() {
    return shorter(Duration.between(beforeFrom, beforeTo), Duration.between(afterFrom, afterTo));
  }

  /** Returns the start of the time that the report needs blocks of. */
  public Instant from() {
    return beforeFrom;
  }

  public Instant to() {
    return afterTo.isBefore(beforeTo) ? beforeTo : afterTo;
  }

  /**
   * Returns the earliest moment at which both windows have a length, or null if they will never have it: the time before the event
   * does not grow, and the windows have a greatest length.
   */
  static @Nullable Instant earliest(ReportQuestion question, Instant firstAt, Duration length) {
    ZoneId zone = question.zone();
    if (length.compareTo(QUICK_LONGEST) <= 0) {
      boolean fine = length.compareTo(MINUTE.multipliedBy(QUICK_BLOCKS)) < 0;
      Duration width = fine ? TEN_SECONDS : MINUTE;
      Instant moment = up(question.at().plus(QUICK_MARGIN), width).plus(length).plus(WRITTEN_AFTER);
      Instant from = question.at().minus(QUICK_MARGIN).minus(width).minus(length);
      Instant seconds = question.secondsFrom();
      Instant first = fine && seconds != null && seconds.isAfter(firstAt) ? seconds : firstAt;
      if (!from.isBefore(first) && moment.isAfter(question.now())) {
        return up(moment, TEN_SECONDS);
      }
    }
    for (long days = 1; days <= question.longest().toDays(); days += days < 7 ? 1 : 7) {
      Instant to = days < 7
          ? up(question.at().plus(DAYS_MARGIN), QUARTER)
              .atZone(zone)
              .plusDays(days)
              .toInstant()
          : startOf(LocalDate.ofInstant(question.at(), zone).plusDays(1 + days), zone);
      Instant moment = up(to, QUARTER).plus(WRITTEN_AFTER);
      ReportQuestion later = question.withNow(moment);
      if (days * 24 >= length.toHours() && moment.isAfter(question.now())) {
        ReportPlan plan = days < 7 ? days(later, firstAt) : weeks(later, firstAt);
        if (plan != null && plan.length().compareTo(length) >= 0) {
          return moment;
        }
      }
    }
    return null;
  }

  private static @Nullable Duration width(Duration finest, Instant from, ReportQuestion question) {
    for (Kept kept : KEPT) {
      if (kept.width().compareTo(finest) >= 0 && kept.has(from, question)) {
        return kept.width();
      }
    }
    return null;
  }

  private static boolean written(Instant to, ReportQuestion question) {
    return !to.isAfter(question.now().minus(WRITTEN_AFTER));
  }

  private static Instant startOf(LocalDate day, ZoneId zone) {
    return day.atStartOfDay(zone).toInstant();
  }

  private static Instant down(Instant instant, Duration width) {
    long millis = instant.toEpochMilli();
    // Without the nanoseconds, too: the blocks start at whole milliseconds.
    return Instant.ofEpochMilli(millis - Math.floorMod(millis, width.toMillis()));
  }

  private static Instant up(Instant instant, Duration width) {
    return down(instant.plus(width).minusMillis(1), width);
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static Duration positive(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}
