package io.lychgate.gateway.experiment.analysis;

import io.lychgate.gateway.experiment.analysis.Results.Adjusted;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The difference of means of the headline metric, adjusted by regression within each arm with covariates around their common mean (Lin,
 * Annals of Applied Statistics 7, 2013). With the values of units before the start, this is CUPED (Deng, Xu, Kohavi and Walker, WSDM
 * 2013).
 *
 * <p>The class of the network and the state of the cache are measured after the assignment, so an arm may have changed them. The
 * adjusted difference is therefore shown beside the verdict and does not decide it.
 */
final class Adjustment {
  /** Units with values before the start, below which they are not used. */
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
    int before = 0;
    double sum = 0;
    for (List<Sample.Unit> units : List.of(control, arm)) {
      for (Sample.Unit unit : units) {
        if (unit.beforeCount > 0) {
          before++;
          sum += unit.beforeSum / unit.beforeCount;
        }
      }
    }
    Adjustment adjustment = new Adjustment(before >= LEAST_BEFORE, before == 0 ? 0 : sum / before);
    double[][] rowsOfControl = adjustment.rows(control, ofControl);
    double[][] rowsOfArm = adjustment.rows(arm, ofArm);
    int columns = rowsOfControl.length == 0 ? 0 : rowsOfControl[0].length;
    if (Math.min(rowsOfControl.length, rowsOfArm.length) < 10 * (columns + 1)) {
      return null;
    }
    centre(rowsOfControl, rowsOfArm);
    LeastSquares fitOfControl = LeastSquares.fit(rowsOfControl, means(ofControl));
    LeastSquares fitOfArm = LeastSquares.fit(rowsOfArm, means(ofArm));
    double difference = fitOfArm.intercept() - fitOfControl.intercept();
    double error = Math.hypot(fitOfControl.error(), fitOfArm.error());
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
        Math.hypot(ofControl.meanError(), ofArm.meanError()),
        names,
        adjustment.withBefore);
  }

  /** Returns the covariates of each unit with a value: the share of its views in each level but the first. */
  private double[][] rows(List<Sample.Unit> units, Distribution distribution) {
    double[][] rows = new double[distribution.units()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row(units.get(distribution.owner(i)));
    }
    return rows;
  }

  private double[] row(Sample.Unit unit) {
    int columns = withBefore ? 2 : 0;
    for (CovariateKind kind : CovariateKind.values()) {
      columns += kind.levels().size() - 1;
    }
    double[] row = new double[columns];
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

  private static void centre(double[][] a, double[][] b) {
    for (int column = 0; column < a[0].length; column++) {
      double sum = 0;
      for (double[] row : a) {
        sum += row[column];
      }
      for (double[] row : b) {
        sum += row[column];
      }
      double mean = sum / (a.length + b.length);
      for (double[] row : a) {
        row[column] -= mean;
      }
      for (double[] row : b) {
        row[column] -= mean;
      }
    }
  }

  private static double[] means(Distribution distribution) {
    double[] means = new double[distribution.units()];
    for (int i = 0; i < means.length; i++) {
      means[i] = distribution.unitMean(i);
    }
    return means;
  }
}
