package io.lychgate.jmh.report;

import java.util.List;
import java.util.Locale;

/**
 * Median and quartiles of some figures: half of them lie between {@code lower} and {@code upper} (the interquartile range).
 *
 * @param count number of figures
 */
public record Quartiles(double lower, double median, double upper, int count) {

  /** Returns the quartiles of at least one figure. Between two figures, they are interpolated. */
  public static Quartiles of(List<Double> figures) {
    List<Double> sorted = figures.stream().sorted().toList();
    return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75), sorted.size());
  }

  private static double at(List<Double> sorted, double share) {
    double position = share * (sorted.size() - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.size() - 1);
    return sorted.get(below) + (position - below) * (sorted.get(above) - sorted.get(below));
  }

  /** Returns a text such as {@code 350 (346–358)}. */
  public String text() {
    return text(0);
  }

  /** Returns such a text with some digits after the decimal point. */
  public String text(int digits) {
    String figure = "%." + digits + "f";
    String format = figure + " (" + figure + "–" + figure + ")";
    return String.format(Locale.ROOT, format, median, lower, upper);
  }
}
