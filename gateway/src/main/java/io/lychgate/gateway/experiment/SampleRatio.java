package io.lychgate.gateway.experiment;

import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The check whether the arms have the parts of the units that the design gives them: Pearson's chi-squared test. A mismatch means that
 * the assignment, or the counting, prefers one arm; then no other figure of the experiment can be trusted.
 *
 * @param expected units of each arm by the design, in its order
 * @param counted units of each arm, at the same depth of sampling
 * @param p probability of this difference or a greater one by chance; null with fewer than {@value #LEAST} units
 */
public record SampleRatio(
    List<Double> expected, List<Long> counted, @Nullable Double p) {
  /** A mismatch is only called one if chance makes it less than once in a thousand experiments. */
  public static final double BOUND = 0.001;

  static final int LEAST = 50;

  public SampleRatio {
    expected = List.copyOf(expected);
    counted = List.copyOf(counted);
  }

  /** Returns true if the verdict of the experiment must wait for an explanation. */
  public boolean isMismatch() {
    return p != null && p < BOUND;
  }

  /**
   * Compares the arms. Samples are compared at one depth, so that an estimate of their size cannot look like a mismatch.
   *
   * @param arms in the order of the design
   */
  public static SampleRatio of(Design design, List<ArmCounts> arms) {
    int depth = arms.stream().mapToInt(arm -> arm.units().depth()).max().orElse(0);
    List<Long> counted = arms.stream().map(arm -> arm.units().kept(depth)).toList();
    long all = counted.stream().mapToLong(Long::longValue).sum();
    int weights = design.arms().stream().mapToInt(Arm::weight).sum();
    List<Double> expected =
        design.arms().stream().map(arm -> (double) all * arm.weight() / weights).toList();
    if (all < LEAST) {
      return new SampleRatio(expected, counted, null);
    }
    double distance = 0;
    for (int i = 0; i < expected.size(); i++) {
      double apart = counted.get(i) - expected.get(i);
      distance += apart * apart / expected.get(i);
    }
    double p = ChiSquaredDistribution.of(expected.size() - 1.0).survivalProbability(distance);
    return new SampleRatio(expected, counted, p);
  }
}
