package io.lychgate.gateway.learn;

/** Confidence interval of a share observed in a sample. */
final class Wilson {
  /** Normal quantile of the two-sided 95 % interval. */
  private static final double Z = 1.96;

  private Wilson() {}

  /**
   * Returns the lower end of the score interval (E. B. Wilson, Probable Inference, the Law of Succession, and Statistical
   * Inference, JASA 22, 1927). Unlike the plain share it is low while there are few observations.
   */
  static double lower(long hits, long of) {
    if (of <= 0) {
      return 0;
    }
    double n = of;
    double share = Math.min(1, hits / n);
    double center = share + Z * Z / (2 * n);
    double spread = Z * Math.sqrt((share * (1 - share) + Z * Z / (4 * n)) / n);
    return Math.max(0, (center - spread) / (1 + Z * Z / n));
  }
}
