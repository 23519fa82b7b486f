package io.lychgate.jmh.peers;

import java.util.List;
import java.util.Locale;

/** Median, minimum and maximum of some figures. */
record Spread(double median, double min, double max) {

  /** Returns the spread of at least one figure. */
  static Spread of(List<Double> figures) {
    List<Double> sorted = figures.stream().sorted().toList();
    int last = sorted.size() - 1;
    double median = (sorted.get(last / 2) + sorted.get((last + 1) / 2)) / 2;
    return new Spread(median, sorted.get(0), sorted.get(last));
  }

  /** Returns a text such as {@code 11.8 (10.1–12.4)}; only the median if nothing varies. */
  String text(int digits) {
    String middle = number(median, digits);
    String low = number(min, digits);
    String high = number(max, digits);
    return low.equals(high) ? middle : middle + " (" + low + "–" + high + ")";
  }

  static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
