package io.lychgate.gateway.experiment.analysis;

/**
 * An asymptotic confidence sequence: intervals that hold at all looks together, however often and whenever one looks (Waudby-Smith,
 * Arbour, Sinha, Kennedy and Ramdas, arXiv 2103.06476, theorem 2.2; the mixture is that of Robbins 1970).
 *
 * <p>The estimate may be any one that is about a mean over units. Its standard error stands for the deviation of one unit divided by
 * the root of their number.
 */
final class ConfidenceSequence {
  /** Fewer are too few for the normal limit that the sequence relies on. */
  static final int LEAST_UNITS = 500;

  private final double alpha;

  /** The square of rho, which sets the number of units at which the sequence is narrowest. */
  private final double spread;

  /**
   * Makes a sequence.
   *
   * @param alpha chance that the sequence ever excludes the truth
   * @param units number of units at which it is narrowest
   */
  ConfidenceSequence(double alpha, double units) {
    this.alpha = alpha;
    // Appendix C.3 of the paper: an approximation of the best rho.
    double log = -2 * Math.log(alpha);
    this.spread = (log + Math.log(log + 1)) / Math.max(units, 2.0 * LEAST_UNITS);
  }

  /** Returns half the width of the interval. */
  double reach(double error, double units) {
    double scaled = units * spread;
    return error * Math.sqrt(2 * (scaled + 1) / scaled * Math.log(Math.sqrt(scaled + 1) / alpha));
  }

  /** Returns the least alpha at which the interval excludes 0. It may be compared with a level at any look. */
  double chance(double difference, double error, double units) {
    if (error == 0) {
      return difference == 0 ? 1 : 0;
    }
    double scaled = units * spread;
    double z = difference / error;
    return Math.min(1, Math.sqrt(scaled + 1) * Math.exp(-z * z * scaled / (2 * (scaled + 1))));
  }
}
