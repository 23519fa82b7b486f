package io.lychgate.gateway.experiment.analysis;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of an experiment. The components are those of the admin API.
 *
 * @param from start of the analysed time
 * @param to end of the analysed time, at most the planned end
 * @param isFinal true once the planned end is reached: before, only the sequence and the verdict hold
 * @param arms the first one is the control
 * @param comparisons one for each other arm
 * @param keptShare part of the units in the computation; below 1 if there are more views than fit
 * @param notes sentences on limits of these results
 */
public record Results(
    String experiment,
    Instant now,
    Instant from,
    Instant to,
    @Nullable Instant plannedEnd,
    boolean isFinal,
    Headline headline,
    Rule rule,
    Verdict verdict,
    List<ArmResult> arms,
    List<Comparison> comparisons,
    List<RatioCheck> checks,
    List<Covariate> covariates,
    double keptShare,
    List<String> notes) {

  /** The question that was fixed before the start. */
  public record Headline(
      Metric metric,
      Statistic statistic,
      String label,
      String unit,
      AnalysisPlan.UnitKind counted) {}

  /**
   * The rule of the decision, which was fixed before the start.
   *
   * @param looksChance chance of a false alarm that all looks at the sequence of one arm share
   * @param endChance chance of a false alarm of one arm at the planned end; null without a planned end
   * @param plannedUnits units of each arm that the planner promised; 0 if it was not asked
   */
  public record Rule(
      String sentence, double looksChance, @Nullable Double endChance, long plannedUnits) {}

  /** The interval that decided. */
  public enum Basis {
    SEQUENCE("sequence"),
    PLANNED_END("planned-end");

    private final String token;

    Basis(String token) {
      this.token = token;
    }

    /** Returns its name in the admin API. */
    @JsonValue
    public String token() {
      return token;
    }
  }

  /**
   * The answer.
   *
   * @param basis the interval that shows the difference; null unless one arm differs
   * @param arm null unless one arm differs
   * @param visitors units behind the sentence
   * @param sentence one sentence
   * @param hint the next step
   */
  public record Verdict(
      Kind kind,
      @Nullable String arm,
      @Nullable Basis basis,
      String sentence,
      long visitors,
      String hint) {}

  /** The kind of a {@link Verdict}. */
  public enum Kind {
    BETTER("better"),
    WORSE("worse"),
    NO_DIFFERENCE("no-difference"),
    UNDECIDED("undecided"),
    NOT_ENOUGH("not-enough"),
    /** Guardrails have stopped each arm besides the control. */
    STOPPED("stopped"),
    BLOCKED("blocked");

    private final String token;

    Kind(String token) {
      this.token = token;
    }

    /** Returns its name in the admin API. */
    @JsonValue
    public String token() {
      return token;
    }
  }

  /**
   * One arm.
   *
   * @param assignedUnits null if unknown
   * @param units units in the computation
   * @param connectionsPer1000 connections opened per 1,000 page views, by the gateway's counters; null without counters
   * @param h1EquivalentPer1000 connections that HTTP/1.1 would have needed for the same requests
   * @param got page views by the protocol that they used
   */
  public record ArmResult(
      String name,
      double share,
      @Nullable Long assignedUnits,
      long units,
      long views,
      Outcomes outcomes,
      List<Figure> figures,
      @Nullable Double failedShare,
      @Nullable Double truncatedShare,
      @Nullable Double abandonedShare,
      @Nullable Double unreportedShare,
      @Nullable Double connectionsPer1000,
      @Nullable Double h1EquivalentPer1000,
      @Nullable Double cpuMillisPer1000,
      @Nullable Double requestsPer1000,
      @Nullable Double errorsPer1000,
      @Nullable Double wastedBytesPer1000,
      Got got) {}

  /** Page views in the computation by outcome. */
  public record Outcomes(
      long loaded, long failed, long truncated, long abandoned, long unreported) {}

  /** Page views by protocol: a row of the matrix of assigned arms and protocols. */
  public record Got(long h1, long h2, long h3, long other) {}

  /** The statistics of one metric in one arm; null without values. */
  public record Figure(
      Metric metric,
      long views,
      long units,
      @Nullable Double mean,
      @Nullable Double median,
      @Nullable Double p80,
      @Nullable Double p95) {}

  /**
   * The differences of an arm to the control.
   *
   * @param sequence the interval that may decide at any look; null below 500 units, and for an arm that was stopped
   * @param atEnd the interval that decides at the planned end; null before it
   */
  public record Comparison(
      String arm,
      String control,
      @Nullable Sequence sequence,
      @Nullable AtEnd atEnd,
      List<Difference> differences,
      List<QuantileDifference> quantiles,
      @Nullable Adjusted adjusted) {}

  /**
   * The interval of the headline that holds at each look.
   *
   * @param level confidence, from 0 to 1
   * @param chance always-valid p-value
   */
  public record Sequence(
      double difference,
      double low,
      double high,
      double level,
      double chance,
      long units,
      boolean excludesNone) {}

  /**
   * The interval of the headline that holds once, at the planned end: the bootstrap over units, at the level that the looks have left.
   *
   * @param level confidence, from 0 to 1
   * @param chance p-value
   */
  public record AtEnd(
      double difference,
      double low,
      double high,
      double level,
      double chance,
      boolean excludesNone) {}

  /**
   * The difference of one statistic.
   *
   * @param id metric and statistic, for example {@code load-median}
   * @param unit milliseconds, score, or share (from 0 to 1)
   * @param difference arm minus control
   * @param low lower end of the 95 % interval by the bootstrap. It holds at the planned end only
   * @param change relative difference
   * @param changeLow lower end of its 95 % interval
   * @param checkLow lower end of the 95 % interval of the difference without draws: delta method for means, Woodruff's for quantiles
   * @param checkChangeLow the same of the relative difference
   * @param chance p-value of the difference; null without interval
   * @param adjusted p-value after Holm's steps over the secondary figures; null for others
   * @param verdict null if the figure is only described
   */
  public record Difference(
      String id,
      String label,
      String unit,
      Role role,
      @Nullable Double control,
      @Nullable Double arm,
      @Nullable Double difference,
      @Nullable Double low,
      @Nullable Double high,
      @Nullable Double change,
      @Nullable Double changeLow,
      @Nullable Double changeHigh,
      @Nullable Double checkLow,
      @Nullable Double checkHigh,
      @Nullable Double checkChangeLow,
      @Nullable Double checkChangeHigh,
      @Nullable Double chance,
      @Nullable Double adjusted,
      @Nullable Direction verdict,
      @Nullable String missing) {}

  /** The part that a figure has in the verdicts. */
  public enum Role {
    HEADLINE("headline"),
    SECONDARY("secondary"),
    DESCRIBED("described");

    private final String token;

    Role(String token) {
      this.token = token;
    }

    /** Returns its name in the admin API. */
    @JsonValue
    public String token() {
      return token;
    }
  }

  /** The direction of a difference that chance does not explain. */
  public enum Direction {
    BETTER("better"),
    WORSE("worse"),
    NONE_SHOWN("none-shown");

    private final String token;

    Direction(String token) {
      this.token = token;
    }

    /** Returns its name in the admin API. */
    @JsonValue
    public String token() {
      return token;
    }
  }

  /** The difference of the headline metric at a quantile, with its 95 % interval. */
  public record QuantileDifference(
      double quantile, double control, double arm, double difference, double low, double high) {}

  /**
   * The difference of the means of the headline metric after adjustment for covariates.
   *
   * @param rawError standard error of the difference without adjustment
   * @param covariates names of the covariates that were used
   * @param withPrePeriod true if the values of units before the start are among them (CUPED)
   */
  public record Adjusted(
      double difference,
      double low,
      double high,
      double error,
      double rawDifference,
      double rawError,
      List<String> covariates,
      boolean withPrePeriod) {}

  /**
   * A check of the ratio of the arms.
   *
   * @param what assigned or reporting
   * @param chance p-value of so great a mismatch
   * @param blocks true if there is no verdict because of it
   */
  public record RatioCheck(
      String what,
      List<Long> observed,
      List<Double> expected,
      double statistic,
      double chance,
      boolean blocks) {}

  /**
   * A property of page views that may differ between the arms.
   *
   * @param chance p-value of the difference between the arms in its levels, by units
   */
  public record Covariate(String name, double chance, List<Level> levels) {}

  /**
   * One value of a covariate.
   *
   * @param units by arm
   * @param values the headline statistic of its views by arm; null below 30 units
   */
  public record Level(String name, List<Long> units, List<@Nullable Double> values) {}
}
