package io.lychgate.gateway.experiment.analysis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The power of an experiment before its start, from page views of the past: the units and days that find an effect, and the smallest
 * effect that some days find.
 *
 * <p>The spread of one unit is the standard error of the statistic times the root of the number of units. So it includes that units have
 * several views, and for a quantile the density of the values around it.
 */
public final class Planner {
  /** Fewer units of the past say too little about the spread. */
  public static final int LEAST_UNITS = 200;

  /** The promised chance to find the effect. */
  public static final double POWER = 0.8;

  /** The chance that is aimed at: spread and value of the past are estimates, and may be too small. */
  private static final double AIMED_POWER = 0.85;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final double[] EFFECTS = {0.01, 0.02, 0.03, 0.05, 0.1, 0.2};
  private static final int[] DAYS = {1, 2, 7, 14, 28, 56};

  /** Longer plans are of no use: visitors and sites change. */
  private static final int MOST_DAYS = 3_650;

  private final Metric metric;
  private final Statistic statistic;
  private final Sample sample;
  private long from = Long.MAX_VALUE;
  private long to = Long.MIN_VALUE;

  public Planner(Metric metric, Statistic statistic) {
    this.metric = metric;
    this.statistic = statistic;
    this.sample = new Sample(HashedDraws.seed("planner"), Sample.MOST_VIEWS);
  }

  /** Adds a page view of the past. Its arm is ignored. */
  public void add(Observation view) {
    from = Math.min(from, view.at());
    to = Math.max(to, view.at());
    sample.add(view.inArm(""));
  }

  /**
   * The design for which the power is computed.
   *
   * @param share part of all units that takes part, above 0 and at most 1
   * @param arms number of arms, which have equal parts
   */
  public record Design(double share, int arms) {
    public Design {
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException("share: " + share + " (expected: above 0, at most 1)");
      }
      if (arms < 2 || arms > AnalysisPlan.MOST_ARMS) {
        throw new IllegalArgumentException(
            "arms: " + arms + " (expected: 2-" + AnalysisPlan.MOST_ARMS + ")");
      }
    }
  }

  /**
   * The power of a design.
   *
   * @param value the statistic in the past; null if there is too little of it, with the reason in {@code missing}
   * @param spread standard deviation of one unit, in the unit of the metric
   * @param unitsPerDay new units on a day, of the whole site
   * @param level chance of a false alarm of one comparison at the planned end
   */
  public record Power(
      Metric metric,
      Statistic statistic,
      @Nullable Double value,
      @Nullable Double spread,
      long units,
      double days,
      @Nullable Double unitsPerDay,
      double level,
      double power,
      List<Needed> needed,
      List<Found> found,
      @Nullable String missing) {}

  /**
   * The size of an experiment for an effect.
   *
   * @param effect relative
   * @param days null if it is longer than ten years
   */
  public record Needed(
      double effect, long unitsPerArm, @Nullable Integer days) {}

  /** The smallest relative effect that an experiment of some days finds. */
  public record Found(int days, long unitsPerArm, double effect) {}

  /** Computes the power. */
  public Power power(Design design) {
    List<Sample.Unit> units = sample.units("");
    Distribution distribution =
        Distribution.of(units, view -> view.value(metric), Analysis.cap(metric, List.of(units)));
    double level = Levels.planned(design.arms(), true);
    long counted = Math.round(distribution.weight() / sample.keptShare());
    double days = Math.max(1, Math.ceil((to - from + 1.0) / DAY));
    double value = distribution.value(statistic);
    if (distribution.wholeUnits() < LEAST_UNITS || !(value > 0)) {
      String missing = distribution.wholeUnits() < LEAST_UNITS
          ? Phrases.count(counted, "unit") + " of at least " + LEAST_UNITS + " with "
              + metric.label()
          : "the " + statistic.token() + " of " + metric.label() + " is 0";
      return new Power(
          metric,
          statistic,
          null,
          null,
          counted,
          units.isEmpty() ? 0 : days,
          null,
          level,
          POWER,
          List.of(),
          List.of(),
          missing);
    }
    double spread = spread(distribution);
    double perDay = newUnitsPerDay(units, distribution);
    double perDayAndArm = perDay * design.share() / design.arms();
    List<Needed> needed = new ArrayList<>();
    for (double effect : EFFECTS) {
      long each = unitsPerArm(effect * value, spread, level);
      double length = Math.ceil(each / perDayAndArm);
      needed.add(new Needed(effect, each, length <= MOST_DAYS ? (int) Math.max(1, length) : null));
    }
    List<Found> found = new ArrayList<>();
    for (int length : DAYS) {
      long each = (long) (perDayAndArm * length);
      if (each >= ConfidenceSequence.LEAST_UNITS) {
        found.add(new Found(length, each, reach(level) * spread * Math.sqrt(2.0 / each) / value));
      }
    }
    return new Power(
        metric, statistic, value, spread, counted, days, perDay, level, POWER, needed, found, null);
  }

  /** Returns the units of each arm that find a relative effect on the headline with the power of 80 %; 0 if the past is too thin. */
  public long unitsPerArm(double effect, int arms) {
    List<Sample.Unit> units = sample.units("");
    Distribution distribution =
        Distribution.of(units, view -> view.value(metric), Analysis.cap(metric, List.of(units)));
    double value = distribution.value(statistic);
    if (distribution.wholeUnits() < LEAST_UNITS || !(value > 0)) {
      return 0;
    }
    return unitsPerArm(effect * value, spread(distribution), Levels.planned(arms, true));
  }

  private double spread(Distribution distribution) {
    return distribution.estimate(statistic).error() * Math.sqrt(distribution.weight());
  }

  private static long unitsPerArm(double difference, double spread, double level) {
    double ratio = reach(level) * spread / difference;
    return Math.max(ConfidenceSequence.LEAST_UNITS, (long) Math.ceil(2 * ratio * ratio));
  }

  /** Returns the distance, in standard errors, at which a two-sided test of a level has the power that is aimed at. */
  private static double reach(double level) {
    return NORMAL.inverseSurvivalProbability(level / 2)
        + NORMAL.inverseSurvivalProbability(1 - AIMED_POWER);
  }

  /**
   * Returns the mean number of units that come for the first time on a day of the second half of the past: in the first days all are new,
   * and later many of them come back.
   */
  private double newUnitsPerDay(List<Sample.Unit> units, Distribution distribution) {
    long length = Math.max(1, (to - from) / DAY + 1);
    Map<Long, Double> byDay = new TreeMap<>();
    for (int i = 0; i < distribution.units(); i++) {
      Sample.Unit unit = units.get(distribution.owner(i));
      byDay.merge((unit.firstAt - from) / DAY, unit.weight(), Double::sum);
    }
    long first = length / 2;
    double sum = 0;
    for (Map.Entry<Long, Double> day : byDay.entrySet()) {
      sum += day.getKey() >= first ? day.getValue() : 0;
    }
    // A past of less than a day counts as a part of a day.
    double days = length == 1 ? Math.max((to - from) / (double) DAY, 1.0 / 24) : length - first;
    return sum / days / sample.keptShare();
  }
}
