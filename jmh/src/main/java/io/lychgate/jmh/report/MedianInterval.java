package io.lychgate.jmh.report;

import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The median of some figures, and an interval that contains the true one with a probability of at least 95 %, whatever the distribution of
 * the figures is: between two of the figures by their rank [1].
 *
 * <p>[1] David, Nagaraja: Order Statistics, 3rd edition, 2003, section 7.1.
 */
public record MedianInterval(double low, double median, double high) {
  private static final double OUTSIDE_ON_EACH_SIDE = 0.025;

  /** Figures with which the least and the greatest are such an interval. */
  public static final int MIN_COUNT = 6;

  /** Returns the interval of at least {@link #MIN_COUNT} figures. */
  public static MedianInterval of(double[] figures) {
    if (figures.length < MIN_COUNT) {
      throw new IllegalArgumentException(
          "figures: " + figures.length + " (expected: at least " + MIN_COUNT + ")");
    }
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    // The number of figures below the true median is binomial.
    int outside = BinomialDistribution.of(sorted.length, 0.5)
        .inverseCumulativeProbability(OUTSIDE_ON_EACH_SIDE);
    return new MedianInterval(
        sorted[outside - 1],
        Quartiles.of(Arrays.stream(sorted).boxed().toList()).median(),
        sorted[sorted.length - outside]);
  }

  /** Returns a text such as {@code 1.52 [1.40, 1.61]} with two digits after the point. */
  public String text() {
    return String.format(Locale.ROOT, "%.2f [%.2f, %.2f]", median, low, high);
  }
}
