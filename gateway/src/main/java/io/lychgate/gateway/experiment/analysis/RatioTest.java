package io.lychgate.gateway.experiment.analysis;

import io.lychgate.gateway.experiment.analysis.Results.RatioCheck;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.apache.commons.statistics.inference.SignificanceResult;

/**
 * Tests for a sample-ratio mismatch (Fabijan et al., KDD 2019): if the arms do not have the units that they should have, the assignment or
 * the count is wrong, and so is each comparison.
 */
final class RatioTest {
  static final double LEVEL = 0.001;

  /** The approximation of chi-square needs about 5 expected units in each cell. */
  private static final double LEAST_EXPECTED = 5;

  private RatioTest() {}

  /** Compares units of arms with the shares that were planned. */
  static RatioCheck shares(String what, AnalysisPlan plan, long[] units) {
    int[] arms = going(plan);
    long[] counted = Arrays.stream(arms).mapToLong(arm -> units[arm]).toArray();
    double all = Arrays.stream(counted).sum();
    double shares =
        Arrays.stream(arms).mapToDouble(arm -> plan.arms().get(arm).share()).sum();
    double[] expected = Arrays.stream(units).asDoubleStream().toArray();
    for (int arm : arms) {
      expected[arm] = all * plan.arms().get(arm).share() / shares;
    }
    double[] wanted = Arrays.stream(arms).mapToDouble(arm -> expected[arm]).toArray();
    if (wanted.length < 2 || Arrays.stream(wanted).min().orElse(0) < LEAST_EXPECTED) {
      return check(what, units, expected, 0, 1);
    }
    SignificanceResult result = ChiSquareTest.withDefaults().test(wanted, counted);
    return check(what, units, expected, result.getStatistic(), result.getPValue());
  }

  /** Returns the arms that were in the experiment to its end. Those that were stopped may have any number. */
  private static int[] going(AnalysisPlan plan) {
    return IntStream.range(0, plan.arms().size())
        .filter(arm -> !plan.arms().get(arm).isStopped())
        .toArray();
  }

  /** Compares the units that reported with those that were assigned: a faster arm reports more, which hides its slow visitors. */
  static RatioCheck reports(String what, AnalysisPlan plan, long[] reported, long[] assigned) {
    int[] arms = going(plan);
    long all = Arrays.stream(arms).mapToLong(arm -> assigned[arm]).sum();
    long present = Arrays.stream(arms).mapToLong(arm -> reported[arm]).sum();
    double rate = all == 0 ? 0 : (double) present / all;
    double[] expected = Arrays.stream(reported).asDoubleStream().toArray();
    long[][] table = new long[2][arms.length];
    long fewest = Long.MAX_VALUE;
    for (int i = 0; i < arms.length; i++) {
      int arm = arms[i];
      expected[arm] = assigned[arm] * rate;
      table[0][i] = reported[arm];
      table[1][i] = assigned[arm] - reported[arm];
      fewest = Math.min(fewest, assigned[arm]);
    }
    if (Arrays.stream(table[1]).anyMatch(missing -> missing < 0)) {
      return shares(what, plan, reported);
    }
    double least = arms.length < 2 ? 0 : fewest * Math.min(rate, 1 - rate);
    if (!(least >= LEAST_EXPECTED)) {
      return check(what, reported, expected, 0, 1);
    }
    SignificanceResult result = ChiSquareTest.withDefaults().test(table);
    return check(what, reported, expected, result.getStatistic(), result.getPValue());
  }

  private static RatioCheck check(
      String what, long[] observed, double[] expected, double statistic, double chance) {
    return new RatioCheck(
        what,
        List.copyOf(Arrays.stream(observed).boxed().toList()),
        List.copyOf(Arrays.stream(expected).boxed().toList()),
        statistic,
        chance,
        chance < LEVEL);
  }
}
