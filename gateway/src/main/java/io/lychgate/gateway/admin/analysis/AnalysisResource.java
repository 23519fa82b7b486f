package io.lychgate.gateway.admin.analysis;

import io.lychgate.gateway.admin.experiment.ExperimentAccess;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.http.SiteRule;
import io.lychgate.gateway.admin.seam.ExperimentAnalyses;
import io.lychgate.gateway.admin.seam.ExperimentAnalyses.Comparison;
import io.lychgate.gateway.admin.seam.ExperimentAnalyses.Past;
import io.lychgate.gateway.experiment.analysis.Compare;
import io.lychgate.gateway.experiment.analysis.Compared.By;
import io.lychgate.gateway.experiment.analysis.Metric;
import io.lychgate.gateway.experiment.analysis.Planner;
import io.lychgate.gateway.experiment.analysis.Statistic;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The results of an experiment, the comparison of two sides, and the power of a design. */
public final class AnalysisResource {
  private static final Duration DEFAULT_RANGE = Duration.ofDays(7);
  private static final Duration LONGEST_RANGE = Duration.ofDays(400);
  private static final Duration PAST = Duration.ofDays(14);
  private static final double DEFAULT_SHARE = 0.1;

  /** Time for an analysis. One of 1,000,000 page views takes 20 s of a core. */
  private static final Duration LONGEST_ANALYSIS = Duration.ofMinutes(2);

  private static final List<String> PROTOCOLS = List.of("h1", "h2", "h3");

  private final ExperimentAnalyses analyses;
  private final ExperimentAccess experiments;
  private final InstantSource clock;

  public AnalysisResource(
      ExperimentAnalyses analyses, ExperimentAccess experiments, InstantSource clock) {
    this.analyses = analyses;
    this.experiments = experiments;
    this.clock = clock;
  }

  public Reply results(Call call) {
    String id = call.path("id");
    experiments.requireVisible(call, id);
    call.context().setRequestTimeout(LONGEST_ANALYSIS);
    return Reply.ok(analyses.results(id).orElseThrow(() -> noExperiment(id)));
  }

  /** Compares two arms or two protocols. */
  public Reply compare(Call call) {
    String experiment = emptyToNull(call.query("experiment"));
    By by = by(call.query("by"));
    if (by == By.ARM && experiment == null) {
      throw Call.invalid("experiment", "absent", "the id of an experiment, as by is arm");
    }
    Compare.Question question = new Compare.Question(
        token(call, "metric", "load", Metric::of),
        by,
        side(call, by, "a"),
        other(call, by),
        emptyToNull(call.query("site")));
    requireSite(call, question.site(), experiment);
    Instant to = time(call, "to", clock.instant());
    Instant from = time(call, "from", to.minus(DEFAULT_RANGE));
    if (!from.isBefore(to) || from.isBefore(to.minus(LONGEST_RANGE))) {
      throw Call.invalid("from", from.toString(), "before to, at most 400 days");
    }
    call.context().setRequestTimeout(LONGEST_ANALYSIS);
    return Reply.ok(analyses
        .compare(new Comparison(question, experiment, from, to))
        .orElseThrow(() -> noExperiment(String.valueOf(experiment))));
  }

  /** Computes the power of a design from the page views of the last two weeks. */
  public Reply power(Call call) {
    Metric metric = token(call, "metric", "load", Metric::of);
    Statistic statistic = token(call, "statistic", "median", Statistic::of);
    double share = number(call, "share", DEFAULT_SHARE);
    double arms = number(call, "arms", 2);
    Planner.Design design;
    try {
      design = new Planner.Design(share, (int) arms);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.INVALID, String.valueOf(e.getMessage()));
    }
    requireSite(call, emptyToNull(call.query("site")), null);
    Instant now = clock.instant();
    Past past = new Past(metric, statistic, emptyToNull(call.query("site")), now.minus(PAST), now);
    call.context().setRequestTimeout(LONGEST_ANALYSIS);
    return Reply.ok(analyses.power(past, design));
  }

  /** Requires that the sender sees the experiment, and the site or, without an experiment, all sites. */
  private void requireSite(Call call, @Nullable String site, @Nullable String experiment) {
    if (experiment != null) {
      experiments.requireVisible(call, experiment);
    }
    if (site != null || experiment == null) {
      SiteRule.require(call, site);
    }
  }

  private static ProblemException noExperiment(String id) {
    return new ProblemException(
        ProblemCode.NOT_FOUND, "experiment: " + id + " (expected: an id of GET /experiments)");
  }

  private static By by(String text) {
    for (By by : By.values()) {
      if (by.token().equals(text)) {
        return by;
      }
    }
    throw Call.invalid("by", text.isEmpty() ? "absent" : text, "arm or protocol");
  }

  private static String side(Call call, By by, String name) {
    String side = call.query(name);
    if (side.isEmpty()) {
      throw Call.invalid(name, "absent", "an arm or a protocol");
    }
    if (by == By.PROTOCOL && !PROTOCOLS.contains(side)) {
      throw Call.invalid(name, side, "h1, h2 or h3, as by is protocol");
    }
    return side;
  }

  private static String other(Call call, By by) {
    String other = side(call, by, "b");
    if (other.equals(call.query("a"))) {
      throw Call.invalid("b", other, "other than a");
    }
    return other;
  }

  private static <T> T token(Call call, String name, String absent, Function<String, T> reading) {
    String text = call.query(name);
    try {
      return reading.apply(text.isEmpty() ? absent : text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.INVALID, String.valueOf(e.getMessage()));
    }
  }

  private static double number(Call call, String name, double absent) {
    String text = call.query(name);
    try {
      return text.isEmpty() ? absent : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw Call.invalid(name, text, "a number");
    }
  }

  private static Instant time(Call call, String name, Instant absent) {
    String text = call.query(name);
    try {
      return text.isEmpty() ? absent : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw Call.invalid(name, text, "a time of RFC 3339, for example 2026-01-31T10:00:00Z");
    }
  }

  private static @Nullable String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
