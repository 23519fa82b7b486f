package io.lychgate.gateway.experiment.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The values of one metric in one arm. Each client network has the weight 1, which its units and their views share: a network that sends
 * a flood of beacons, with however many cookies, counts as much as a network that sends one.
 */
final class Distribution {
  /** Half the distance of the two quantiles from which an error is computed, in standard errors (a 95 % interval). */
  private static final double WOODRUFF = 1.959964;

  /** Lost by adding weights such as 1/3, relative to the sum. */
  private static final double ROUNDING = 1e-9;

  /** Index in the list of units of the arm, by index here; units without a value are left out. */
  private final int[] owners;

  private final double[] unitMeans;

  /** The weight of each unit: 1, or its part of that of its network. */
  private final double[] unitWeights;

  private final double weight;

  /** The networks of the units, and the index of the one of each unit. */
  private final List<Sample.Network> networks = new ArrayList<>();

  private final int[] networkOf;

  /** Rising. */
  private final double[] values;

  private final int[] unitOf;

  /** Index of the unit of each value in the list of units of the arm: draws read it often. */
  private final int[] ownerOf;

  private final double[] weights;

  /** @param found the values of views, with the index of the unit of each and the number of views of each unit */
  private Distribution(
      List<Sample.Unit> units,
      int[] owners,
      double[] unitMeans,
      double[] found,
      int[] owner,
      int[] counts) {
    this.owners = owners;
    this.unitMeans = unitMeans;
    this.unitWeights = new double[owners.length];
    this.networkOf = new int[owners.length];
    Map<Sample.Network, Integer> known = new HashMap<>();
    double sum = 0;
    for (int i = 0; i < owners.length; i++) {
      Sample.Unit unit = units.get(owners[i]);
      unitWeights[i] = unit.weight();
      sum += unitWeights[i];
      Integer place = known.putIfAbsent(unit.network, networks.size());
      networkOf[i] = place == null ? networks.size() : place;
      if (place == null) {
        networks.add(unit.network);
      }
    }
    this.weight = sum;
    this.values = new double[found.length];
    this.unitOf = new int[found.length];
    this.ownerOf = new int[found.length];
    this.weights = new double[found.length];
    sort(found, owner);
    for (int i = 0; i < weights.length; i++) {
      ownerOf[i] = owners[unitOf[i]];
      weights[i] = unitWeights[unitOf[i]] / counts[unitOf[i]];
    }
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
    return new Distribution(
        units,
        Arrays.copyOf(owners, dense),
        Arrays.copyOf(means, dense),
        Arrays.copyOf(found, size),
        owner,
        counts);
  }

  /** Returns the distribution of one value for each unit; NaN for a unit without one. */
  static Distribution ofUnits(List<Sample.Unit> units, ToDoubleFunction<Sample.Unit> value) {
    int size = 0;
    int[] owners = new int[units.size()];
    double[] found = new double[owners.length];
    for (int i = 0; i < owners.length; i++) {
      double each = value.applyAsDouble(units.get(i));
      if (!Double.isNaN(each)) {
        owners[size] = i;
        found[size++] = each;
      }
    }
    double[] values = Arrays.copyOf(found, size);
    int[] one = new int[size];
    int[] itself = new int[size];
    for (int i = 0; i < size; i++) {
      one[i] = 1;
      itself[i] = i;
    }
    return new Distribution(units, Arrays.copyOf(owners, size), values, values, itself, one);
  }

  private void sort(double[] found, int[] owner) {
    // Sorts 64-bit keys, which is several times faster than objects: the upper half is the value as
    // a float. Values are not negative,
    // so their bits have their order.
    long[] keys = new long[found.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = ((long) Float.floatToRawIntBits((float) found[i]) << Integer.SIZE) | i;
    }
    Arrays.sort(keys);
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
  }

  int units() {
    return owners.length;
  }

  /** Returns the units by their weight: their number if each is a network of its own. */
  double weight() {
    return weight;
  }

  /** Returns the weight in whole units, for comparisons with a least number. */
  int wholeUnits() {
    return (int) (weight + ROUNDING * owners.length);
  }

  int views() {
    return values.length;
  }

  /** Returns the capped mean of a unit. */
  double unitMean(int unit) {
    return unitMeans[unit];
  }

  double unitWeight(int unit) {
    return unitWeights[unit];
  }

  /** Returns the number of client networks. */
  int networks() {
    return networks.size();
  }

  /** Returns the index of the client network of a unit. */
  int networkOf(int unit) {
    return networkOf[unit];
  }

  /** Returns the index of a unit in the list of units of the arm. */
  int owner(int unit) {
    return owners[unit];
  }

  double mean() {
    double sum = 0;
    for (int unit = 0; unit < unitMeans.length; unit++) {
      sum += unitWeights[unit] * unitMeans[unit];
    }
    return sum / weight;
  }

  /** Returns the least value below or at which a share of the weight lies; NaN without values. */
  double quantile(double p) {
    double wanted = (Math.min(1, Math.max(0, p)) - ROUNDING) * weight;
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i];
      if (sum >= wanted) {
        return values[i];
      }
    }
    return values.length == 0 ? Double.NaN : values[values.length - 1];
  }

  /** Returns the share of the weight whose value is exactly this. */
  double shareAt(double value) {
    double sum = 0;
    for (int i = 0; i < values.length && values[i] <= value; i++) {
      sum += values[i] == value ? weights[i] : 0;
    }
    return sum / weight;
  }

  /**
   * Returns the share below a value.
   *
   * @param ofEqual the part with which values that are equal to it count
   */
  Estimate rank(double value, double ofEqual) {
    double[] below = new double[owners.length];
    for (int i = 0; i < values.length && values[i] <= value; i++) {
      below[unitOf[i]] += values[i] < value ? weights[i] : ofEqual * weights[i];
    }
    for (int unit = 0; unit < below.length; unit++) {
      below[unit] /= unitWeights[unit];
    }
    return meanOf(below);
  }

  double value(Statistic statistic) {
    return statistic == Statistic.MEAN ? mean() : quantile(statistic.quantile());
  }

  /** Returns a statistic with its error without draws: by the delta method for the mean, by Woodruff's for quantiles. */
  Estimate estimate(Statistic statistic) {
    return statistic == Statistic.MEAN ? meanOf(unitMeans) : quantileEstimate(statistic.quantile());
  }

  private Estimate meanOf(double[] valuesOfUnits) {
    double mean = 0;
    for (int unit = 0; unit < valuesOfUnits.length; unit++) {
      mean += unitWeights[unit] * valuesOfUnits[unit] / weight;
    }
    double[] parts = new double[networks.size()];
    double correction = Math.sqrt(parts.length / (parts.length - 1.0));
    for (int unit = 0; unit < valuesOfUnits.length; unit++) {
      parts[networkOf[unit]] +=
          correction * unitWeights[unit] * (valuesOfUnits[unit] - mean) / weight;
    }
    return ofNetworks(mean, parts);
  }

  /** Returns a number that was computed from the values of the networks, in their order here. */
  Estimate ofNetworks(double value, double[] parts) {
    return new Estimate(value, networks, parts, sharesNetworks());
  }

  private boolean sharesNetworks() {
    for (double each : unitWeights) {
      if (each < 1) {
        return true;
      }
    }
    return false;
  }

  /** By the method of Woodruff (JASA 47, 1952): the error of the share below the quantile is carried over to the values. */
  private Estimate quantileEstimate(double p) {
    double at = quantile(p);
    Estimate below = rank(at, 1);
    double error = below.error();
    double reach = WOODRUFF * error;
    double slope = (quantile(p + reach) - quantile(p - reach)) / (2 * WOODRUFF * error);
    double[] parts = below.parts().clone();
    for (int i = 0; i < parts.length; i++) {
      parts[i] *= error == 0 ? 0 : -slope;
    }
    return ofNetworks(at, parts);
  }

  /**
   * Computes the mean and quantiles of a draw.
   *
   * @param times weight of each unit of the arm in the draw, beside its own
   * @param quantiles rising
   * @param results gets the mean, then the quantiles; NaN if the draw is empty
   */
  void draw(byte[] times, double[] quantiles, double[] results) {
    double all = 0;
    double sum = 0;
    for (int unit = 0; unit < owners.length; unit++) {
      double drawn = times[owners[unit]] * unitWeights[unit];
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
    double bound = bound(quantiles, next, all);
    for (int i = 0; i < values.length && next < quantiles.length; i++) {
      cumulated += times[ownerOf[i]] * weights[i];
      while (cumulated >= bound) {
        results[++next] = values[i];
        bound = bound(quantiles, next, all);
      }
    }
  }

  /** Returns the weight at which the values reach a quantile; infinite behind the last one. */
  private static double bound(double[] quantiles, int index, double all) {
    return index < quantiles.length
        ? (quantiles[index] - ROUNDING) * all
        : Double.POSITIVE_INFINITY;
  }
}
