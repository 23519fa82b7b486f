package io.lychgate.jmh.scale;

import java.util.List;
import java.util.Locale;

/**
 * Growth of a cost with a size.
 *
 * @param points at least two, of ascending sizes
 */
record Growth(List<Point> points) {
  /** Below this exponent, a size ten times as large costs at most a quarter more. */
  private static final double FLAT = 0.1;

  /** 1, and the possible difference of two medians of samples. */
  private static final double LINE = 1.1;

  /** Cost at one size. */
  record Point(int size, double cost) {}

  /** Cost at the largest size, as a multiple of that at the smallest. */
  double ratio() {
    return points.get(points.size() - 1).cost() / points.get(0).cost();
  }

  /**
   * Largest exponent between two neighbouring sizes: the cost grows with this power of the size. 0 is flat, 1 a straight line. A
   * size of 0 is left out, as its powers are all 0.
   */
  double exponent() {
    double steepest = Double.NEGATIVE_INFINITY;
    for (int i = 1; i < points.size(); i++) {
      Point from = points.get(i - 1);
      Point to = points.get(i);
      if (from.size() > 0) {
        double exponent =
            Math.log(to.cost() / from.cost()) / Math.log((double) to.size() / from.size());
        steepest = Math.max(steepest, exponent);
      }
    }
    return steepest == Double.NEGATIVE_INFINITY ? 0 : steepest;
  }

  boolean isStraightOrBetter() {
    return exponent() <= LINE;
  }

  /** Returns a description of the growth. */
  String text() {
    String how = "**steeper than a straight line**";
    if (exponent() <= FLAT) {
      how = "flat";
    } else if (isStraightOrBetter()) {
      how = "a straight line or better";
    }
    return String.format(
        Locale.ROOT,
        "%s: last ÷ first %.2f (%,d to %,d), steepest exponent %.2f",
        how,
        ratio(),
        points.get(0).size(),
        points.get(points.size() - 1).size(),
        exponent());
  }
}
