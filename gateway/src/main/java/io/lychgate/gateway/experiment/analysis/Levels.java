package io.lychgate.gateway.experiment.analysis;

/**
 * The chances of false alarms. All verdicts of an experiment without any difference are wrong together in at most 5 % of the experiments.
 *
 * <p>The headline has 2.5 %. One part of it is spent on looks before the planned end, by the confidence sequence, and the other part at the
 * planned end. The secondary figures share 1 %, and 5 % if the headline differs, by the steps of Holm (1979). The rest is a margin,
 * because the distributions are normal only about.
 */
final class Levels {
  /** Shared by the secondary figures if the headline differs. */
  static final double AFTER_HEADLINE = 0.05;

  /** Shared by the secondary figures if the headline shows no difference. */
  static final double SECONDARY = 0.01;

  static final double HEADLINE = 0.025;

  /** Spent at the planned end. */
  private static final double END = 0.02;

  /** Spent on all looks before the planned end. */
  static final double LOOKS = 0.005;

  private Levels() {}

  /** Returns the level of the sequence of one arm. Without a planned end it has all of the headline's level. */
  static double looks(int arms, boolean hasEnd) {
    return (hasEnd ? LOOKS : HEADLINE) / (arms - 1);
  }

  /** Returns the level of the test of one arm at the planned end. */
  static double planned(int arms, boolean hasEnd) {
    return (hasEnd ? END : HEADLINE) / (arms - 1);
  }
}
