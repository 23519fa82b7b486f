package io.lychgate.gateway.history.report;

import io.lychgate.gateway.history.Block;
import io.lychgate.gateway.history.HistoryEvent;
import io.lychgate.gateway.history.report.Comparison.Evidence;
import io.lychgate.gateway.history.report.Report.Confounder;
import io.lychgate.gateway.history.report.Report.Counterfactual;
import io.lychgate.gateway.history.report.Report.Excluded;
import io.lychgate.gateway.history.report.Report.Figure;
import io.lychgate.gateway.history.report.Report.Refusal;
import io.lychgate.gateway.history.report.Report.Verdict;
import io.lychgate.gateway.history.report.Report.Window;
import io.lychgate.gateway.history.report.Report.Windows;
import io.lychgate.gateway.observe.census.Measure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares the time before and after an event. Without clock, I/O and random state: the same arguments give the same report.
 *
 * <p>First {@link #plan} gives the range and the width of the blocks, then {@link #report} compares them.
 */
public final class BeforeAfter {
  /** The primary figure has most of the 5 % of false alarms, and the others share the rest. */
  static final double PRIMARY_LEVEL = 0.03;

  static final double LEVEL = 0.05;

  private static final int LEAST_H1_REQUESTS = 1_000;

  private BeforeAfter() {}

  /** Returns the blocks that the report needs; empty if it refuses the question whatever they are. */
  public static Optional<ReportPlan> plan(ReportQuestion question) {
    Instant firstAt = question.firstAt();
    return firstAt == null || Thinness.ofTheMoment(question) != null
        ? Optional.empty()
        : Optional.of(ReportPlan.of(question, firstAt));
  }

  /**
   * Makes the report.
   *
   * @param blocks blocks of the width of the plan, in any order; those of other times are ignored. They need the parts of the whole and of
   *     sites
   * @param events events from the start to the end of the plan; others are ignored
   * @throws IllegalArgumentException if a block has another width, or two blocks have the same start
   */
  public static Report report(
      ReportQuestion question, List<Block> blocks, List<HistoryEvent> events) {
    Refusal refusal = Thinness.ofTheMoment(question);
    Instant firstAt = question.firstAt();
    if (refusal != null || firstAt == null) {
      return refused(question, List.of(), refusal);
    }
    ReportPlan plan = ReportPlan.of(question, firstAt);
    Matching matching = Matching.of(plan, blocks, question.zone());
    Traffic before = new Traffic(matching.before(), question.site());
    Traffic after = new Traffic(matching.after(), question.site());
    List<Excluded> excluded = excluded(matching);
    refusal = Thinness.of(question, firstAt, plan, matching, before, after);
    if (refusal != null) {
      return refused(question, excluded, refusal);
    }
    FigureKind primary = primary(question, before, after);
    List<Figure> figures = figures(question, plan, matching, before, after, primary);
    List<Confounder> confounders = Confounders.of(question, plan, matching, before, after, events);
    return new Report(
        null,
        "",
        question.now(),
        title(question),
        Report.Question.of(question),
        plan.basis(),
        plan.width().toSeconds(),
        new Windows(
            window(plan.beforeFrom(), plan.beforeTo(), before),
            window(plan.afterFrom(), plan.afterTo(), after)),
        excluded,
        figures,
        counterfactual(question.site(), matching),
        confounders,
        Conclusion.of(plan, primary, figures, confounders),
        null);
  }

  private static Report refused(
      ReportQuestion question, List<Excluded> excluded, @Nullable Refusal refusal) {
    return new Report(
        null,
        "",
        question.now(),
        title(question),
        Report.Question.of(question),
        null,
        null,
        null,
        excluded,
        List.of(),
        null,
        List.of(),
        refusal == null ? "" : refusal.text(),
        refusal);
  }

  private static String title(ReportQuestion question) {
    String subject = question.event() == null
        ? Words.time(question.at(), question.zone())
        : Words.line(question.event().text(), 120);
    String site = question.site().isEmpty() ? "" : " (" + Words.line(question.site(), 100) + ")";
    return "Before and after: " + subject + site;
  }

  private static List<Excluded> excluded(Matching matching) {
    return matching.excluded().entrySet().stream()
        .map(entry -> new Excluded(entry.getKey().text(), entry.getValue()))
        .toList();
  }

  private static Window window(Instant from, Instant to, Traffic traffic) {
    return new Window(from, to, traffic.blocks(), (long) traffic.sum(Measure.REQUESTS), (long)
        traffic.sum(Measure.PAGE_VIEWS));
  }

  private static FigureKind primary(ReportQuestion question, Traffic before, Traffic after) {
    FigureKind perView = FigureKind.OPENED_PER_VIEW;
    return perView.missing(question.site(), before.all(), after.all()) == null
        ? perView
        : FigureKind.OPENED_PER_REQUEST;
  }

  private static List<Figure> figures(
      ReportQuestion question,
      ReportPlan plan,
      Matching matching,
      Traffic before,
      Traffic after,
      FigureKind primary) {
    Traffic.Sums sumsBefore = before.all();
    Traffic.Sums sumsAfter = after.all();
    Map<FigureKind, String> missing = new EnumMap<>(FigureKind.class);
    List<FigureKind> compared = new ArrayList<>();
    for (FigureKind kind : FigureKind.values()) {
      String lacking = kind.missing(question.site(), sumsBefore, sumsAfter);
      lacking = lacking != null ? lacking : kind.missingEvents(sumsBefore, sumsAfter);
      if (lacking == null) {
        compared.add(kind);
      } else {
        missing.put(kind, lacking);
      }
    }
    Comparison comparison =
        new Comparison(plan, matching, before, after, question.zone(), primary, question.seed());
    Map<FigureKind, Evidence> evidence = comparison.evidence(compared);
    Map<FigureKind, Verdict> verdicts = verdicts(evidence, primary);
    List<Figure> figures = new ArrayList<>();
    for (FigureKind kind : FigureKind.values()) {
      boolean known = kind.missing(question.site(), sumsBefore, sumsAfter) == null;
      Double valueBefore = known ? finite(kind.value(sumsBefore)) : null;
      Double valueAfter = known ? finite(kind.value(sumsAfter)) : null;
      figures.add(figure(
          kind,
          valueBefore,
          valueAfter,
          evidence.get(kind),
          verdicts.get(kind),
          kind == primary,
          missing.get(kind)));
    }
    return figures;
  }

  private static Figure figure(
      FigureKind kind,
      @Nullable Double before,
      @Nullable Double after,
      @Nullable Evidence evidence,
      @Nullable Verdict verdict,
      boolean primary,
      @Nullable String missing) {
    Double change =
        before == null || after == null || before == 0 ? null : finite(after / before - 1);
    Double low = null;
    Double high = null;
    Verdict shown = null;
    String lacking = missing;
    if (evidence != null && change != null) {
      low = finite(Math.min(evidence.low(), change));
      high = finite(Math.max(evidence.high(), change));
      shown = verdict;
    } else if (lacking == null) {
      lacking = before != null && before == 0
          ? "none before the event, so there is no relative change"
          : "most blocks have none of it, so there is no interval";
    }
    return new Figure(
        kind.id(),
        kind.label(),
        kind.per(),
        kind.unit(),
        before,
        after,
        change,
        low,
        high,
        shown,
        primary,
        lacking);
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** Tests the primary figure at its level, and the others by Holm's steps at the level that is left. */
  static Map<FigureKind, Verdict> verdicts(Map<FigureKind, Evidence> evidence, FigureKind primary) {
    Map<FigureKind, Verdict> verdicts = new HashMap<>();
    Evidence first = evidence.get(primary);
    boolean shown = first != null && first.chance() <= PRIMARY_LEVEL;
    if (first != null) {
      verdicts.put(primary, shown ? direction(first) : Verdict.NONE_SHOWN);
    }
    List<Map.Entry<FigureKind, Evidence>> others = evidence.entrySet().stream()
        .filter(entry -> entry.getKey() != primary)
        .sorted(Comparator.comparingDouble(entry -> entry.getValue().chance()))
        .toList();
    double level = shown ? LEVEL : LEVEL - PRIMARY_LEVEL;
    boolean rejects = true;
    for (int i = 0; i < others.size(); i++) {
      Evidence other = others.get(i).getValue();
      rejects = rejects && other.chance() <= level / (others.size() - i);
      verdicts.put(others.get(i).getKey(), rejects ? direction(other) : Verdict.NONE_SHOWN);
    }
    return verdicts;
  }

  private static Verdict direction(Evidence evidence) {
    return evidence.difference() < 0 ? Verdict.FELL : Verdict.ROSE;
  }

  private static Counterfactual counterfactual(String site, Matching matching) {
    List<Block> after = matching.after();
    double h1Views = Confounders.sum(after, site, "h1", Measure.PAGE_VIEWS);
    double newerViews = newer(after, site, Measure.PAGE_VIEWS);
    double h1Requests = Confounders.requests(after, site, "h1");
    double newerRequests = newer(after, site, Measure.REQUESTS);
    boolean byView = Math.min(h1Views, newerViews) >= FigureKind.LEAST_VIEWS
        || Math.min(h1Requests, newerRequests) < LEAST_H1_REQUESTS;
    String per = byView ? "1000-page-views" : "1000-requests";
    double least = byView ? FigureKind.LEAST_VIEWS : LEAST_H1_REQUESTS;
    String noun = byView ? "page views" : "requests";
    double h1 = byView ? h1Views : h1Requests;
    double newer = byView ? newerViews : newerRequests;
    Double estimate =
        newer < least ? null : finite(1000 * newer(after, site, Measure.H1_EQUIVALENT) / newer);
    Measure over = byView ? Measure.PAGE_VIEWS : Measure.REQUESTS;
    Double measured = visitorsOfHttp1(after, site, over, least);
    Double measuredBefore = visitorsOfHttp1(matching.before(), site, over, least);
    String missing = null;
    if (measured == null) {
      missing = Words.haveOf(h1, (long) least, noun + " over HTTP/1.1 after the event");
    } else if (estimate == null) {
      missing = Words.haveOf(newer, (long) least, noun + " over HTTP/2 and HTTP/3 after the event");
    }
    return new Counterfactual(
        per,
        estimate,
        measured,
        apart(estimate, measured),
        missing,
        measuredBefore,
        apart(estimate, measuredBefore));
  }

  /** Returns the connections of visitors over HTTP/1.1 for 1,000 page views or requests; null if there are few. */
  private static @Nullable Double visitorsOfHttp1(
      List<Block> blocks, String site, Measure over, double least) {
    double amount = Confounders.sum(blocks, site, "h1", over);
    return amount < least
        ? null
        : finite(1000 * Confounders.sum(blocks, site, "h1", Measure.OPENED) / amount);
  }

  private static @Nullable Double apart(@Nullable Double estimate, @Nullable Double measured) {
    return estimate == null || measured == null || measured == 0
        ? null
        : finite(estimate / measured - 1);
  }

  private static double newer(List<Block> blocks, String site, Measure measure) {
    return Confounders.sum(blocks, site, "h2", measure)
        + Confounders.sum(blocks, site, "h3", measure);
  }
}
