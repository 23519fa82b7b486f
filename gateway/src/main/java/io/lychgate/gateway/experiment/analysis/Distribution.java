package io.lychgate.gateway.experiment.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The values of one metric in one arm. Each unit has the weight 1, which its views share: a network that sends a flood of beacons
 * counts as much as a network that sends one.
 */
final class Distribution {
  /** Half the distance of the two quantiles from which an error is computed, in standard errors (a 95 % interval). */
  private static final double WOODRUFF = 1.959964;

  /** Lost by adding weights such as 1/3, relative to the sum. */
  private static final double ROUNDING = 1e-9;

  /** Index in the list of units of the arm, by index here; units without a value are left out. */
  private final int[] owners;

  private final double[] unitMeans;

  /** Rising. */
  private final double[] values;

  private final int[] unitOf;
  private final double[] weights;

  private Distribution(
      int[] owners, double[] unitMeans, double[] values, int[] unitOf, double[] weights) {
    this.owners = owners;
    this.unitMeans = unitMeans;
    this.values = values;
    this.unitOf = unitOf;
    this.weights = weights;
  }

  /**
   * Collects the values.
   *
   * @param value returns NaN for a view without a value
   * @param cap greater values count as this in means, not in quantiles
   */
  static Distribution of(List<Sample.Unit> units, ToDoubleFunction<Observation> value, double cap) {
    int views = 0;
    for (Sample.Unit unit : units) {
      views += unit.views.size();
    }
    double[] found = new double[views];
    int[] owner = new int[views];
    int[] owners = new int[units.size()];
    int[] counts = new int[units.size()];
    double[] means = new double[units.size()];
    int size = 0;
    int dense = 0;
    for (int i = 0; i < units.size(); i++) {
      int from = size;
      double sum = 0;
      for (Observation view : units.get(i).views) {
        double each = value.applyAsDouble(view);
        if (!Double.isNaN(each)) {
          found[size] = each;
          owner[size++] = dense;
          sum += Math.min(each, cap);
        }
      }
      if (size > from) {
        owners[dense] = i;
        counts[dense] = size - from;
        means[dense++] = sum / (size - from);
      }
    }
    return sorted(
        Arrays.copyOf(found, size),
        owner,
        Arrays.copyOf(owners, dense),
        counts,
        Arrays.copyOf(means, dense));
  }

  /** Returns the distribution of one value for each unit; NaN for a unit without one. */
  static Distribution ofUnits(List<Double> valuesOfUnits) {
    int size = 0;
    int[] owners = new int[valuesOfUnits.size()];
    double[] found = new double[owners.length];
    for (int i = 0; i < owners.length; i++) {
      if (!Double.isNaN(valuesOfUnits.get(i))) {
        owners[size] = i;
        found[size++] = valuesOfUnits.get(i);
      }
    }
    double[] values = Arrays.copyOf(found, size);
    int[] one = new int[size];
    int[] itself = new int[size];
    for (int i = 0; i < size; i++) {
      one[i] = 1;
      itself[i] = i;
    }
    return sorted(values, itself, Arrays.copyOf(owners, size), one, values);
  }

  private static Distribution sorted(
      double[] found, int[] owner, int[] owners, int[] counts, double[] means) {
    // Sorts 64-bit keys, which is several times faster than objects: the upper half is the value as
    // a float. Values are not negative,
    // so their bits have their order.
    long[] keys = new long[found.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = ((long) Float.floatToRawIntBits((float) found[i]) << Integer.SIZE) | i;
    }
    Arrays.sort(keys);
    double[] values = new double[keys.length];
    int[] unitOf = new int[keys.length];
    double[] weights = new double[keys.length];
    for (int i = 0; i < keys.length; i++) {
      int from = (int) keys[i];
      int place = i;
      // Values that are equal as floats may differ as doubles.
      while (place > 0 && values[place - 1] > found[from]) {
        values[place] = values[place - 1];
        unitOf[place] = unitOf[place - 1];
        place--;
      }
      values[place] = found[from];
      unitOf[place] = owner[from];
    }
    for (int i = 0; i < keys.length; i++) {
      weights[i] = 1.0 / counts[unitOf[i]];
    }
    return new Distribution(owners, means, values, unitOf, weights);
  }

  int units() {
    return owners.length;
  }

  int views() {
    return values.length;
  }

  /** Returns the capped mean of a unit. */
  double unitMean(int unit) {
    return unitMeans[unit];
  }

  /** Returns the index of a unit in the list of units of the arm. */
  int owner(int unit) {
    return owners[unit];
  }

  double mean() {
    double sum = 0;
    for (double each : unitMeans) {
      sum += each;
    }
    return sum / unitMeans.length;
  }

  /** Returns the standard error of the mean. */
  double meanError() {
    int n = unitMeans.length;
    double mean = mean();
    double sum = 0;
    for (double each : unitMeans) {
      sum += (each - mean) * (each - mean);
    }
    return Math.sqrt(sum / (n - 1.0) / n);
  }

  /** Returns the least value below or at which a share of the weight lies; NaN without values. */
  double quantile(double p) {
    double wanted = (Math.min(1, Math.max(0, p)) - ROUNDING) * owners.length;
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i];
      if (sum >= wanted) {
        return values[i];
      }
    }
    return values.length == 0 ? Double.NaN : values[values.length - 1];
  }

  /**
   * Returns the standard error of a quantile by the method of Woodruff (JASA 47, 1952): the error of the share below the quantile, by
   * units, is carried over to the values.
   */
  double quantileError(double p) {
    double at = quantile(p);
    double[] below = new double[owners.length];
    for (int i = 0; i < values.length && values[i] <= at; i++) {
      below[unitOf[i]] += weights[i];
    }
    double mean = 0;
    for (double each : below) {
      mean += each / below.length;
    }
    double sum = 0;
    for (double each : below) {
      sum += (each - mean) * (each - mean);
    }
    double error = Math.sqrt(sum / (below.length - 1.0) / below.length);
    double reach = WOODRUFF * error;
    return (quantile(p + reach) - quantile(p - reach)) / (2 * WOODRUFF);
  }

  /** Returns the share of the weight whose value is exactly this. */
  double shareAt(double value) {
    double sum = 0;
    for (int i = 0; i < values.length && values[i] <= value; i++) {
      sum += values[i] == value ? weights[i] : 0;
    }
    return sum / owners.length;
  }

  /** A share of the weight, and its standard error by units. */
  record Rank(double share, double error) {}

  /** Returns the share below a value; values that are equal to it count half. */
  Rank rank(double value) {
    double[] below = new double[owners.length];
    for (int i = 0; i < values.length && values[i] <= value; i++) {
      below[unitOf[i]] += values[i] < value ? weights[i] : weights[i] / 2;
    }
    double mean = 0;
    for (double each : below) {
      mean += each / below.length;
    }
    double sum = 0;
    for (double each : below) {
      sum += (each - mean) * (each - mean);
    }
    return new Rank(mean, Math.sqrt(sum / (below.length - 1.0) / below.length));
  }

  double value(Statistic statistic) {
    return statistic == Statistic.MEAN ? mean() : quantile(statistic.quantile());
  }

  /** Returns the standard error without draws: by the delta method for the mean, by Woodruff's for quantiles. */
  double error(Statistic statistic) {
    return statistic == Statistic.MEAN ? meanError() : quantileError(statistic.quantile());
  }

  /**
   * Computes the mean and quantiles of a draw.
   *
   * @param times weight of each unit of the arm in the draw
   * @param quantiles rising
   * @param results gets the mean, then the quantiles; NaN if the draw is empty
   */
  void draw(byte[] times, double[] quantiles, double[] results) {
    double all = 0;
    double sum = 0;
    for (int unit = 0; unit < owners.length; unit++) {
      byte drawn = times[owners[unit]];
      all += drawn;
      sum += drawn * unitMeans[unit];
    }
    Arrays.fill(results, Double.NaN);
    if (all == 0) {
      return;
    }
    results[0] = sum / all;
    double cumulated = 0;
    int next = 0;
    for (int i = 0; i < values.length && next < quantiles.length; i++) {
      cumulated += times[owners[unitOf[i]]] * weights[i];
      while (next < quantiles.length && cumulated >= (quantiles[next] - ROUNDING) * all) {
        results[++next] = values[i];
      }
    }
  }
}
