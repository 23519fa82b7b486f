package io.lychgate.gateway.experiment.analysis;

import io.lychgate.gateway.experiment.analysis.Results.Adjusted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The difference of means of the headline metric, adjusted by regression within each arm with covariates around their common mean (Lin,
 * Annals of Applied Statistics 7, 2013). With the values of units before the start, this is CUPED (Deng, Xu, Kohavi and Walker, WSDM
 * 2013).
 *
 * <p>The rows are client networks, so the error holds for visitors who resemble each other, and for networks with visitors in both arms
 * (Cameron and Miller, Journal of Human Resources 50, 2015).
 *
 * <p>The class of the network and the state of the cache are measured after the assignment, so an arm may have changed them. The
 * adjusted difference is therefore shown beside the verdict and does not decide it.
 */
final class Adjustment {
  /** Units with values before the start, by their weight, below which they are not used. */
  static final int LEAST_BEFORE = 100;

  private static final double Z95 = NormalDistribution.of(0, 1).inverseSurvivalProbability(0.025);

  private final boolean withBefore;
  private final double meanBefore;

  private Adjustment(boolean withBefore, double meanBefore) {
    this.withBefore = withBefore;
    this.meanBefore = meanBefore;
  }

  /** Returns the adjusted difference; null if an arm has too few units. */
  static @Nullable Adjusted of(
      List<Sample.Unit> control,
      Distribution ofControl,
      List<Sample.Unit> arm,
      Distribution ofArm) {
    double before = 0;
    double sum = 0;
    for (List<Sample.Unit> units : List.of(control, arm)) {
      for (Sample.Unit unit : units) {
        if (unit.beforeCount > 0) {
          before += unit.weight();
          sum += unit.weight() * unit.beforeSum / unit.beforeCount;
        }
      }
    }
    Adjustment adjustment = new Adjustment(before >= LEAST_BEFORE, before == 0 ? 0 : sum / before);
    Rows rowsOfControl = adjustment.rows(control, ofControl);
    Rows rowsOfArm = adjustment.rows(arm, ofArm);
    int columns = rowsOfControl.columns();
    if (Math.min(rowsOfControl.weights.length, rowsOfArm.weights.length) < 10 * (columns + 1)) {
      return null;
    }
    centre(rowsOfControl, rowsOfArm);
    Estimate adjustedOfControl = rowsOfControl.fit(ofControl);
    Estimate adjustedOfArm = rowsOfArm.fit(ofArm);
    double difference = adjustedOfArm.value() - adjustedOfControl.value();
    double error = adjustedOfArm.errorOfDifference(adjustedOfControl);
    List<String> names = new ArrayList<>();
    for (CovariateKind kind : CovariateKind.values()) {
      names.add(kind.token());
    }
    return new Adjusted(
        difference,
        difference - Z95 * error,
        difference + Z95 * error,
        error,
        ofArm.mean() - ofControl.mean(),
        ofArm.estimate(Statistic.MEAN).errorOfDifference(ofControl.estimate(Statistic.MEAN)),
        names,
        adjustment.withBefore);
  }

  /** The client networks of an arm: the means of their units with a value, and their weights. */
  private static final class Rows {
    private final double[][] covariates;
    private final double[] values;
    private final double[] weights;

    Rows(int networks, int columns) {
      covariates = new double[networks][columns];
      values = new double[networks];
      weights = new double[networks];
    }

    int columns() {
      return covariates.length == 0 ? 0 : covariates[0].length;
    }

    void add(int network, double[] row, double value, double weight) {
      weights[network] += weight;
      double part = weight / weights[network];
      values[network] += part * (value - values[network]);
      for (int i = 0; i < row.length; i++) {
        covariates[network][i] += part * (row[i] - covariates[network][i]);
      }
    }

    double sum(int column) {
      double sum = 0;
      for (int i = 0; i < weights.length; i++) {
        sum += weights[i] * covariates[i][column];
      }
      return sum;
    }

    double weight() {
      return Arrays.stream(weights).sum();
    }

    void move(int column, double by) {
      for (double[] row : covariates) {
        row[column] += by;
      }
    }

    Estimate fit(Distribution distribution) {
      LeastSquares fit = LeastSquares.fit(covariates, values, weights);
      return distribution.ofNetworks(fit.intercept(), fit.parts());
    }
  }

  private Rows rows(List<Sample.Unit> units, Distribution distribution) {
    Rows rows = new Rows(distribution.networks(), columns());
    for (int i = 0; i < distribution.units(); i++) {
      rows.add(
          distribution.networkOf(i),
          row(units.get(distribution.owner(i))),
          distribution.unitMean(i),
          distribution.unitWeight(i));
    }
    return rows;
  }

  private int columns() {
    int columns = withBefore ? 2 : 0;
    for (CovariateKind kind : CovariateKind.values()) {
      columns += kind.levels().size() - 1;
    }
    return columns;
  }

  /** Returns the covariates of a unit: the share of its views in each level but the first. */
  private double[] row(Sample.Unit unit) {
    double[] row = new double[columns()];
    int from = 0;
    for (CovariateKind kind : CovariateKind.values()) {
      for (Observation view : unit.views) {
        int level = kind.level(view);
        if (level > 0) {
          row[from + level - 1] += 1.0 / unit.views.size();
        }
      }
      from += kind.levels().size() - 1;
    }
    if (withBefore) {
      // A unit that was not seen before has the mean, and a mark.
      boolean seen = unit.beforeCount > 0;
      row[from] = seen ? unit.beforeSum / unit.beforeCount : meanBefore;
      row[from + 1] = seen ? 1 : 0;
    }
    return row;
  }

  private static void centre(Rows a, Rows b) {
    double weight = a.weight() + b.weight();
    for (int column = 0; column < a.columns(); column++) {
      double mean = (a.sum(column) + b.sum(column)) / weight;
      a.move(column, -mean);
      b.move(column, -mean);
    }
  }
}
