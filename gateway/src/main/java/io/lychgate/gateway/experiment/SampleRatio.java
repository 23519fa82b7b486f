package io.lychgate.gateway.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The check whether the arms have the parts of the units that the design gives them: Pearson's chi-squared test. A mismatch means that
 * the assignment, or the counting, prefers one arm; then no other figure of the experiment can be trusted.
 *
 * @param expected units of each arm by the design, in its order; null of an arm that was stopped before the others, which is not judged
 * @param counted units of each arm, at the same depth of sampling
 * @param p probability of this difference or a greater one by chance; null with fewer than {@value #LEAST} units
 */
public record SampleRatio(
    List<@Nullable Double> expected,
    List<Long> counted,
    @Nullable Double p) {
  /** A mismatch is only called one if chance makes it less than once in a thousand experiments. */
  public static final double BOUND = 0.001;

  static final int LEAST = 50;

  public SampleRatio {
    expected = Collections.unmodifiableList(new ArrayList<>(expected));
    counted = List.copyOf(counted);
  }

  /** Returns true if the verdict of the experiment must wait for an explanation. */
  public boolean isMismatch() {
    return p != null && p < BOUND;
  }

  /**
   * Compares the arms that ran from the start to the end, so over the same time: a ramp fills all arms evenly, and a pause is one of all
   * arms. Samples are compared at one depth, so that an estimate of their size cannot look like a mismatch.
   *
   * @param counts in the order of the design
   */
  public static SampleRatio of(Experiment experiment, List<ArmCounts> counts) {
    int depth = counts.stream().mapToInt(arm -> arm.units().depth()).max().orElse(0);
    List<Long> counted = counts.stream().map(arm -> arm.units().kept(depth)).toList();
    List<Arm> arms = experiment.design().arms();
    long all = 0;
    int weights = 0;
    int judged = 0;
    for (int i = 0; i < arms.size(); i++) {
      if (!experiment.isStoppedEarly(arms.get(i).name())) {
        all += counted.get(i);
        weights += arms.get(i).weight();
        judged++;
      }
    }
    List<@Nullable Double> expected = new ArrayList<>();
    double distance = 0;
    for (int i = 0; i < arms.size(); i++) {
      if (experiment.isStoppedEarly(arms.get(i).name())) {
        expected.add(null);
      } else {
        double wanted = (double) all * arms.get(i).weight() / weights;
        double apart = counted.get(i) - wanted;
        distance += wanted == 0 ? 0 : apart * apart / wanted;
        expected.add(wanted);
      }
    }
    boolean isEnough = all >= LEAST && judged >= 2;
    return new SampleRatio(
        expected,
        counted,
        isEnough ? ChiSquaredDistribution.of(judged - 1.0).survivalProbability(distance) : null);
  }
}
