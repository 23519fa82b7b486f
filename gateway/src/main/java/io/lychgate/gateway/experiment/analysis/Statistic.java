package io.lychgate.gateway.experiment.analysis;

import com.fasterxml.jackson.annotation.JsonValue;

/** The number by which the values of an arm are summed up. */
public enum Statistic {
  MEAN("mean", 0),
  MEDIAN("median", 0.5),
  P80("p80", 0.8),
  P95("p95", 0.95);

  private final String token;
  private final double quantile;

  Statistic(String token, double quantile) {
    this.token = token;
    this.quantile = quantile;
  }

  /** Returns its name in the admin API and in exports. */
  @JsonValue
  public String token() {
    return token;
  }

  /** Returns the quantile, from 0 to 1; 0 for the mean. */
  double quantile() {
    return quantile;
  }

  /**
   * Returns the statistic of a token.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Statistic of(String token) {
    for (Statistic statistic : values()) {
      if (statistic.token.equals(token)) {
        return statistic;
      }
    }
    throw new IllegalArgumentException(
        "statistic: " + token + " (expected: mean, median, p80 or p95)");
  }
}
