package io.lychgate.gateway.history.report;

/**
 * The mean block length of the stationary bootstrap that minimises the error of the variance: Politis and White, Econometric Reviews
 * 23 (2004), with the correction of Patton, Politis and White (2009).
 *
 * @param length in values of the series, at least 1
 * @param memory mean lag of the correlation. A bootstrap with blocks of length {@code b} lacks about the share {@code memory / b} of the
 *     variance
 */
record BlockLength(double length, double memory) {
  private static final BlockLength NO_MEMORY = new BlockLength(1, 0);

  /** Estimates the length from a series; it is 1 for a constant one. */
  static BlockLength of(double[] series) {
    int n = series.length;
    int run = Math.max(5, (int) Math.sqrt(Math.log10(n)));
    int longest = Math.min(n - 1, (int) Math.ceil(Math.sqrt(n)) + run);
    double[] covariance = autocovariance(series, Math.min(n - 1, 2 * longest));
    if (!(covariance[0] > 0)) {
      return NO_MEMORY;
    }
    double bound = 2 * Math.sqrt(Math.log10(n) / n);
    int last = longest;
    for (int lag = 0; lag + run < covariance.length && lag <= longest; lag++) {
      if (isNoise(covariance, lag, run, bound)) {
        last = lag;
        break;
      }
    }
    int bandwidth = Math.min(2 * Math.max(last, 1), covariance.length - 1);
    double spectrum = covariance[0];
    double slope = 0;
    for (int lag = 1; lag <= bandwidth; lag++) {
      // The flat-top window: 1 up to the half, then down to 0.
      double weight = Math.min(1, 2 * (1 - (double) lag / bandwidth));
      spectrum += 2 * weight * covariance[lag];
      slope += 2 * weight * lag * covariance[lag];
    }
    double memory = slope / spectrum;
    double greatest = Math.ceil(Math.min(3 * Math.sqrt(n), n / 3.0));
    if (!Double.isFinite(memory)) {
      return NO_MEMORY;
    }
    double length = Math.cbrt(memory * memory * n);
    return new BlockLength(Math.max(1, Math.min(length, greatest)), Math.max(0, memory));
  }

  private static boolean isNoise(double[] covariance, int lag, int run, double bound) {
    for (int next = lag + 1; next <= lag + run; next++) {
      if (Math.abs(covariance[next] / covariance[0]) >= bound) {
        return false;
      }
    }
    return true;
  }

  private static double[] autocovariance(double[] series, int lags) {
    int n = series.length;
    double mean = 0;
    for (double value : series) {
      mean += value / n;
    }
    double[] covariance = new double[lags + 1];
    for (int lag = 0; lag <= lags; lag++) {
      double sum = 0;
      for (int i = 0; i + lag < n; i++) {
        sum += (series[i] - mean) * (series[i + lag] - mean);
      }
      covariance[lag] = sum / n;
    }
    return covariance;
  }
}
