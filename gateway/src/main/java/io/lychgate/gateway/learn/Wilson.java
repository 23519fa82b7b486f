package io.lychgate.gateway.learn;

/** How sure a share is that was seen in a sample. */
final class Wilson {
  /** Of the two-sided 95 % interval. */
  private static final double Z = 1.96;

  private Wilson() {}

  /**
   * The lower end of the score interval (E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference,
   * JASA 22, 1927): unlike the plain share it is low while there are few observations.
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
