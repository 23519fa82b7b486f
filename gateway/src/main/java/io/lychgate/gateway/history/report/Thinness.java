package io.lychgate.gateway.history.report;

import io.lychgate.gateway.history.Block;
import io.lychgate.gateway.history.report.Report.Missing;
import io.lychgate.gateway.history.report.Report.Refusal;
import io.lychgate.gateway.history.report.Report.RefusalReason;
import io.lychgate.gateway.observe.census.Measure;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refuses a question that the traffic cannot answer, and finds when it can. */
final class Thinness {
  private static final int LEAST_REQUESTS = 1_000;
  private static final int LEAST_QUICK_REQUESTS = 200;

  /** Share of the shortest windows of a basis that the compared blocks must fill. */
  private static final double LEAST_SHARE = 0.75;

  private static final int HOURS_OF_DAY = 24;
  private static final int HOURS_OF_WEEK = 168;

  private final ReportQuestion question;
  private final Instant firstAt;
  private final ReportPlan plan;
  private final Matching matching;
  private final Traffic before;
  private final Traffic after;

  private final List<Missing> missing = new ArrayList<>();
  private Duration needed = Duration.ZERO;

  private Thinness(
      ReportQuestion question,
      Instant firstAt,
      ReportPlan plan,
      Matching matching,
      Traffic before,
      Traffic after) {
    this.question = question;
    this.firstAt = firstAt;
    this.plan = plan;
    this.matching = matching;
    this.before = before;
    this.after = after;
  }

  /** Returns a refusal that no block can change, or null. */
  static @Nullable Refusal ofTheMoment(ReportQuestion question) {
    Instant at = question.at();
    Instant firstAt = question.firstAt();
    if (at.isAfter(question.now())) {
      return new Refusal(
          RefusalReason.IN_THE_FUTURE,
          "The moment is in the future.",
          List.of(),
          ReportPlan.earliest(question, firstAt == null ? question.now() : firstAt, quickest()));
    }
    if (at.isBefore(question.now().minus(ReportPlan.OLDEST))) {
      return new Refusal(
          RefusalReason.BEYOND_RETENTION,
          "The moment is more than " + ReportPlan.OLDEST.toDays()
              + " days ago, and older counters are deleted.",
          List.of(),
          null);
    }
    if (firstAt == null) {
      // The first counters will be younger than the event, whenever they come.
      return new Refusal(
          RefusalReason.NO_DATA,
          "The gateway has no history yet, so there will be nothing to compare with before the"
              + " event. Waiting does not help. A later event can be compared: the history begins"
              + " about a minute after the start of the gateway.",
          List.of(),
          null);
    }
    if (!at.isAfter(firstAt)) {
      return new Refusal(
          RefusalReason.BEFORE_FIRST_DATA,
          "The history begins at " + Words.time(firstAt, question.zone())
              + ", so there is nothing to compare with before the event.",
          List.of(),
          null);
    }
    return null;
  }

  private static Duration quickest() {
    return Duration.ofSeconds(10L * ReportPlan.QUICK_BLOCKS);
  }

  static @Nullable Refusal of(
      ReportQuestion question,
      Instant firstAt,
      ReportPlan plan,
      Matching matching,
      Traffic before,
      Traffic after) {
    return new Thinness(question, firstAt, plan, matching, before, after).refusal();
  }

  private @Nullable Refusal refusal() {
    String noData = windowWithoutData();
    if (noData != null) {
      return new Refusal(RefusalReason.NO_DATA, noData, List.of(), null);
    }
    checkBlocks();
    checkHours();
    int requests = plan.basis() == ReportBasis.QUICK ? LEAST_QUICK_REQUESTS : LEAST_REQUESTS;
    boolean few = checkSum(Measure.REQUESTS, "requests", requests);
    if (few) {
      // The report would do without page views, so they do not decide when to ask again.
      Duration length = needed;
      checkSum(Measure.PAGE_VIEWS, "page views", FigureKind.LEAST_VIEWS);
      needed = length;
    }
    if (missing.isEmpty()) {
      return null;
    }
    Instant again = ReportPlan.earliest(question, firstAt, needed);
    String text = "There is too little traffic to compare: "
        + Words.list(missing.stream()
            .map(item -> Words.haveOf((double) item.have(), item.needed(), item.what()))
            .toList())
        + ". "
        + (again == null
            ? "Waiting does not help, as the time before the event does not grow."
            : "Ask again at " + Words.time(again.plusSeconds(59), question.zone()) + " or later, "
                + Words.in(Duration.between(question.now(), again)) + ".");
    return new Refusal(RefusalReason.TOO_THIN, text, missing, again);
  }

  private @Nullable String windowWithoutData() {
    boolean beforeEmpty =
        isEmpty(before, plan.beforeFrom(), plan.beforeTo(), matching.usableBefore());
    boolean afterEmpty = isEmpty(after, plan.afterFrom(), plan.afterTo(), matching.usableAfter());
    if (!beforeEmpty && !afterEmpty) {
      return null;
    }
    String subject = question.site().isEmpty()
        ? "The gateway has"
        : "The site " + Words.line(question.site(), 100) + " has";
    String window = beforeEmpty && afterEmpty
        ? "neither before nor after the event"
        : beforeEmpty
            ? "only after the event, and none before"
            : "only before the event, and none after";
    return subject + " usable counters of requests " + window + ".";
  }

  /** A window without any usable block or request is empty, if it is long enough to have some. */
  private boolean isEmpty(Traffic traffic, Instant from, Instant to, int usable) {
    boolean longEnough =
        !to.isBefore(from.plus(plan.width().multipliedBy(ReportPlan.QUICK_BLOCKS)));
    if (usable == 0) {
      return longEnough;
    }
    return longEnough && traffic.blocks() > 0 && traffic.sum(Measure.REQUESTS) == 0;
  }

  private void checkBlocks() {
    String blocks = Words.blocks(plan.width());
    int least = leastBlocks();
    checkBlocks(blocks + " before the event", matching.usableBefore(), least);
    checkBlocks(blocks + " after the event", matching.usableAfter(), least);
    if (matching.paired() && missing.isEmpty() && after.blocks() < least) {
      missing.add(new Missing(
          blocks + " with a partner at the same time of day and kind of day",
          after.blocks(),
          least));
      need(plan.length().plusDays(1));
    }
  }

  private void checkBlocks(String what, int have, int least) {
    if (have < least) {
      missing.add(new Missing(what, have, least));
      Duration lacking = plan.width().multipliedBy((long) least - have);
      need(
          plan.basis() == ReportBasis.QUICK
              ? plan.width().multipliedBy(least)
              : plan.length().plus(lacking));
    }
  }

  private int leastBlocks() {
    return switch (plan.basis()) {
      case WEEKS -> (int) (LEAST_SHARE * Duration.ofDays(7).dividedBy(plan.width()));
      case DAYS -> (int) (LEAST_SHARE * Duration.ofDays(1).dividedBy(plan.width()));
      case QUICK -> ReportPlan.QUICK_BLOCKS;
    };
  }

  private void checkHours() {
    if (plan.basis() == ReportBasis.QUICK || !missing.isEmpty()) {
      return;
    }
    boolean weeks = plan.basis() == ReportBasis.WEEKS;
    Set<Integer> hours = new HashSet<>();
    for (Block block : matching.after()) {
      LocalDateTime local = LocalDateTime.ofInstant(block.start(), question.zone());
      hours.add(local.getHour() + (weeks ? 24 * local.getDayOfWeek().getValue() : 0));
    }
    int least = (int) (LEAST_SHARE * (weeks ? HOURS_OF_WEEK : HOURS_OF_DAY));
    if (hours.size() < least) {
      missing.add(
          new Missing(weeks ? "hours of the week" : "hours of the day", hours.size(), least));
      need(plan.length().plusDays(weeks ? 7 : 1));
    }
  }

  private boolean checkSum(Measure measure, String what, int least) {
    boolean fewBefore = checkSum(before, measure, what + " before the event", least);
    boolean fewAfter = checkSum(after, measure, what + " after the event", least);
    return fewBefore || fewAfter;
  }

  private boolean checkSum(Traffic side, Measure measure, String what, int least) {
    long have = (long) side.sum(measure);
    if (have >= least) {
      return false;
    }
    missing.add(new Missing(what, have, least));
    // At the rate of the window.
    double factor = have == 0 ? Double.POSITIVE_INFINITY : (double) least / have;
    double millis =
        Math.min(factor * plan.length().toMillis(), (double) ReportPlan.OLDEST.toMillis());
    need(Duration.ofMillis((long) millis));
    return true;
  }

  private void need(Duration length) {
    if (length.compareTo(needed) > 0) {
      needed = length;
    }
  }
}
