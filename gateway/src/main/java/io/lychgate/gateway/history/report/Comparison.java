package io.lychgate.gateway.history.report;

import io.lychgate.gateway.history.Block;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Compares the figures of two windows.
 *
 * <p>A figure is a ratio of sums, so its logarithm has about the distribution of Student's t. The standard error is the greater one of
 * two: a stationary bootstrap of blocks (Politis and Romano, JASA 89, 1994), which keeps the dependence of neighbours, and a jackknife
 * over days (or over stretches of hours), which does not depend on a block length. Pairs are drawn together, so the cycles of the day
 * and the week that both windows share cancel.
 */
final class Comparison {
  static final int DRAWS = 2_000;

  /**
   * The standard deviation by which days of the same traffic differ, relative. A comparison of less than a week cannot measure it, so it
   * is added.
   */
  static final double DAY_TO_DAY = 0.05;

  /** The standard deviation by which the traffic of some hours differs from the next, relative; added to a quick look. */
  static final double HOUR_TO_HOUR = 0.1;

  /** The amplitude of the cycle of the day, relative. A quick look does not match the time of day, so it is added to it. */
  static final double CYCLE_OF_DAY = 0.2;

  private static final double DAY_MILLIS = Duration.ofDays(1).toMillis();

  private static final Duration SHORTEST_OF_DAYS = Duration.ofHours(4);

  /** Stretches of blocks that are left over if the mean block length has its greatest value. */
  private static final int LEAST_STRETCHES = 5;

  private static final int LEAST_QUICK_STRETCHES = 4;

  /** More are not independent: noise that lasts for hours hides in the counts of a site with little traffic. */
  private static final int MOST_QUICK_STRETCHES = 12;

  private final ReportPlan plan;
  private final Matching matching;
  private final Traffic before;
  private final Traffic after;
  private final ZoneId zone;
  private final long seed;
  private final double length;

  /** Factor of the variance for the dependence that the ends of the blocks cut. */
  private final double cut;

  Comparison(
      ReportPlan plan,
      Matching matching,
      Traffic before,
      Traffic after,
      ZoneId zone,
      FigureKind primary,
      long seed) {
    this.plan = plan;
    this.matching = matching;
    this.before = before;
    this.after = after;
    this.zone = zone;
    this.seed = seed;
    BlockLength estimate = estimate(primary);
    this.length = meanLength(estimate.length());
    this.cut = 1 + Math.min(1, estimate.memory() / length);
  }

  /**
   * The change of a figure.
   *
   * @param difference logarithm of the figure after the event minus the one before
   * @param error standard error of the difference
   * @param freedom degrees of freedom of the error
   */
  record Evidence(double difference, double error, double freedom) {
    /** Returns the probability of so great a difference if there is none in truth. */
    double chance() {
      if (error == 0) {
        return difference == 0 ? 1 : 0;
      }
      double t = Math.abs(difference) / error;
      return 2 * TDistribution.of(freedom).survivalProbability(t);
    }

    /** Returns the half width of the 95 % interval of the difference. */
    double reach() {
      return error * TDistribution.of(freedom).inverseSurvivalProbability(0.025);
    }

    double low() {
      return Math.expm1(difference - reach());
    }

    double high() {
      return Math.expm1(difference + reach());
    }
  }

  /** Returns the mean length of the blocks that are drawn together. */
  Duration meanLength() {
    return Duration.ofMillis(Math.round(length * plan.width().toMillis()));
  }

  /** Returns the evidence of each figure. Figures that have no finite value in almost all draws are left out. */
  Map<FigureKind, Evidence> evidence(List<FigureKind> kinds) {
    double[][] draws = draws(kinds);
    double freedom = stretches() - 1;
    double shrunk = stretches() / freedom;
    Map<FigureKind, Evidence> evidence = new EnumMap<>(FigureKind.class);
    for (int i = 0; i < kinds.size(); i++) {
      FigureKind kind = kinds.get(i);
      double measured = Math.max(variance(draws[i]) * shrunk * cut, jackknife(kind));
      double variance = measured + unmeasured();
      double difference = kind.log(after.all()) - kind.log(before.all());
      if (Double.isFinite(variance) && Double.isFinite(difference)) {
        evidence.put(kind, new Evidence(difference, Math.sqrt(variance), freedom));
      }
    }
    return evidence;
  }

  /** Returns the variance of the difference between the windows that blocks within them cannot show. */
  private double unmeasured() {
    return switch (plan.basis()) {
      case WEEKS -> 0;
      case DAYS -> 2 * DAY_TO_DAY * DAY_TO_DAY / (after.blocks() / blocksIn(Duration.ofDays(1)));
      case QUICK -> HOUR_TO_HOUR * HOUR_TO_HOUR + cycle();
    };
  }

  /**
   * Returns the variance of the difference that a cycle of 24 hours makes between the middles of both windows, if the event may be at
   * any time of the day.
   */
  private double cycle() {
    Duration length = Duration.between(plan.beforeFrom(), plan.beforeTo());
    Duration apart = Duration.between(plan.beforeFrom(), plan.afterFrom());
    double swing = 2 * Math.sin(Math.PI * apart.toMillis() / DAY_MILLIS);
    // The mean over a window flattens the cycle.
    double half = Math.PI * length.toMillis() / DAY_MILLIS;
    double left = half == 0 ? 1 : Math.sin(half) / half;
    double height = CYCLE_OF_DAY * swing * left;
    return height * height / 2;
  }

  private BlockLength estimate(FigureKind primary) {
    if (matching.paired()) {
      double[] series = new double[after.blocks()];
      for (int block = 0; block < series.length; block++) {
        series[block] = primary.influence(after, block) - primary.influence(before, block);
      }
      return BlockLength.of(series);
    }
    BlockLength ofBefore = estimate(primary, before);
    BlockLength ofAfter = estimate(primary, after);
    return ofBefore.length() > ofAfter.length() ? ofBefore : ofAfter;
  }

  private static BlockLength estimate(FigureKind primary, Traffic side) {
    double[] series = new double[side.blocks()];
    for (int block = 0; block < series.length; block++) {
      series[block] = primary.influence(side, block);
    }
    return BlockLength.of(series);
  }

  private double meanLength(double estimate) {
    double shortest = switch (plan.basis()) {
      case WEEKS -> blocksIn(Duration.ofDays(1));
      case DAYS -> blocksIn(SHORTEST_OF_DAYS);
      case QUICK ->
        Math.max(2, (double) Math.min(before.blocks(), after.blocks()) / MOST_QUICK_STRETCHES);
    };
    int least = plan.basis() == ReportBasis.QUICK ? LEAST_QUICK_STRETCHES : LEAST_STRETCHES;
    int blocks = Math.min(before.blocks(), after.blocks());
    return Math.min(Math.max(estimate, shortest), (double) blocks / least);
  }

  private double blocksIn(Duration duration) {
    return (double) duration.toMillis() / plan.width().toMillis();
  }

  /** Returns the number of stretches that are about independent. */
  private double stretches() {
    return Math.max(2, Math.floor(Math.min(before.blocks(), after.blocks()) / length + 1e-9));
  }

  /** Returns the difference of each figure in each draw. */
  private double[][] draws(List<FigureKind> kinds) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    double[][] draws = new double[kinds.size()][DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      Traffic.Sums drawnBefore = before.none();
      Traffic.Sums drawnAfter = after.none();
      if (matching.paired()) {
        draw(random, after.blocks(), (from, to) -> {
          drawnBefore.add(from, to, 1);
          drawnAfter.add(from, to, 1);
        });
      } else {
        draw(random, before.blocks(), (from, to) -> drawnBefore.add(from, to, 1));
        draw(random, after.blocks(), (from, to) -> drawnAfter.add(from, to, 1));
      }
      for (int i = 0; i < draws.length; i++) {
        draws[i][draw] = kinds.get(i).log(drawnAfter) - kinds.get(i).log(drawnBefore);
      }
    }
    return draws;
  }

  private interface Run {
    void add(int from, int to);
  }

  /** Draws runs of a geometric length from a circle of blocks, until there are as many as in the window. */
  private void draw(UniformRandomProvider random, int blocks, Run run) {
    double end = Math.log1p(-1 / Math.max(length, 1));
    for (int left = blocks; left > 0; ) {
      int from = random.nextInt(blocks);
      // The logarithm of 1 - 1 is infinite, and the run then one block long.
      double more = Math.floor(Math.log1p(-random.nextDouble()) / end);
      int drawn = (int) Math.min(left, 1 + Math.max(0, more));
      int to = from + drawn;
      run.add(from, Math.min(to, blocks));
      if (to > blocks) {
        run.add(0, to - blocks);
      }
      left -= drawn;
    }
  }

  private static double variance(double[] draws) {
    double mean = 0;
    int finite = 0;
    for (double draw : draws) {
      if (Double.isFinite(draw)) {
        mean += draw;
        finite++;
      }
    }
    if (finite < 0.95 * draws.length) {
      return Double.NaN;
    }
    mean /= finite;
    double sum = 0;
    for (double draw : draws) {
      if (Double.isFinite(draw)) {
        sum += (draw - mean) * (draw - mean);
      }
    }
    return sum / (finite - 1);
  }

  private double jackknife(FigureKind kind) {
    if (matching.paired()) {
      int[] ends = ends(matching.after());
      double[] without = new double[ends.length];
      for (int stretch = 0; stretch < ends.length; stretch++) {
        int from = stretch == 0 ? 0 : ends[stretch - 1];
        without[stretch] = kind.log(without(after, from, ends[stretch]))
            - kind.log(without(before, from, ends[stretch]));
      }
      return jackknifeVariance(without);
    }
    return jackknife(kind, before) + jackknife(kind, after);
  }

  private double jackknife(FigureKind kind, Traffic side) {
    int[] ends = evenEnds(side.blocks(), (int) stretches());
    double[] without = new double[ends.length];
    for (int stretch = 0; stretch < ends.length; stretch++) {
      int from = stretch == 0 ? 0 : ends[stretch - 1];
      without[stretch] = kind.log(without(side, from, ends[stretch]));
    }
    return jackknifeVariance(without);
  }

  private static Traffic.Sums without(Traffic traffic, int from, int to) {
    Traffic.Sums sums = traffic.all();
    sums.add(from, to, -1);
    return sums;
  }

  private static double jackknifeVariance(double[] values) {
    double mean = 0;
    for (double value : values) {
      mean += value / values.length;
    }
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum * (values.length - 1) / values.length;
  }

  /** Returns where each stretch ends: local days of weeks, else stretches of equal length. */
  private int[] ends(List<Block> blocks) {
    if (plan.basis() != ReportBasis.WEEKS) {
      return evenEnds(blocks.size(), (int) stretches());
    }
    List<Integer> ends = new ArrayList<>();
    for (int next = 1; next <= blocks.size(); next++) {
      if (next == blocks.size() || !day(blocks.get(next)).equals(day(blocks.get(next - 1)))) {
        ends.add(next);
      }
    }
    return ends.stream().mapToInt(Integer::intValue).toArray();
  }

  private LocalDate day(Block block) {
    return LocalDate.ofInstant(block.start(), zone);
  }

  private static int[] evenEnds(int blocks, int stretches) {
    int[] ends = new int[stretches];
    for (int stretch = 0; stretch < stretches; stretch++) {
      ends[stretch] = (int) ((long) blocks * (stretch + 1) / stretches);
    }
    return ends;
  }
}
