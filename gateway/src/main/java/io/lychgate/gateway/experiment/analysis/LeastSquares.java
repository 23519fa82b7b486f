package io.lychgate.gateway.experiment.analysis;

/** A linear regression with an intercept, and what each row adds to the error of the intercept. Collinear columns are left out. */
final class LeastSquares {
  /** A column whose rest is smaller, relative to itself, is a combination of others. */
  private static final double COLLINEAR = 1e-9;

  private final double intercept;
  private final double[] parts;

  private LeastSquares(double intercept, double[] parts) {
    this.intercept = intercept;
    this.parts = parts;
  }

  double intercept() {
    return intercept;
  }

  /**
   * Returns the part of each row in the error of the intercept. The sum of their squares is its variance, which does not assume equal
   * variances (HC2; MacKinnon and White, Journal of Econometrics 29, 1985).
   */
  double[] parts() {
    return parts;
  }

  /**
   * Fits by the sweep operator (Goodnight, The American Statistician 33, 1979).
   *
   * @param rows covariates of each value, without the intercept
   */
  static LeastSquares fit(double[][] rows, double[] values, double[] weights) {
    int columns = 1 + (rows.length == 0 ? 0 : rows[0].length);
    double[][] cross = new double[columns + 1][columns + 1];
    double[] row = new double[columns + 1];
    for (int i = 0; i < rows.length; i++) {
      fill(row, rows[i]);
      row[columns] = values[i];
      for (int a = 0; a <= columns; a++) {
        for (int b = 0; b <= columns; b++) {
          cross[a][b] += weights[i] * row[a] * row[b];
        }
      }
    }
    boolean[] used = new boolean[columns];
    for (int column = 0; column < columns; column++) {
      double size = 0;
      for (int i = 0; i < rows.length; i++) {
        double each = column == 0 ? 1 : rows[i][column - 1];
        size += weights[i] * each * each;
      }
      used[column] = cross[column][column] > COLLINEAR * size;
      if (used[column]) {
        sweep(cross, column);
      }
    }
    double[] parts = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      fill(row, rows[i]);
      double residual = values[i];
      double pull = 0;
      double leverage = 0;
      for (int a = 0; a < columns; a++) {
        if (used[a]) {
          residual -= row[a] * cross[a][columns];
          pull += cross[0][a] * row[a];
          for (int b = 0; b < columns; b++) {
            leverage += used[b] ? row[a] * cross[a][b] * row[b] : 0;
          }
        }
      }
      parts[i] =
          weights[i] * pull * residual / Math.sqrt(Math.max(1e-6, 1 - weights[i] * leverage));
    }
    return new LeastSquares(cross[0][columns], parts);
  }

  private static void fill(double[] row, double[] covariates) {
    row[0] = 1;
    System.arraycopy(covariates, 0, row, 1, covariates.length);
  }

  /** Afterwards, the swept rows and columns hold the inverse of their cross products, and the last column the coefficients. */
  private static void sweep(double[][] matrix, int k) {
    double pivot = matrix[k][k];
    int size = matrix.length;
    for (int j = 0; j < size; j++) {
      matrix[k][j] /= pivot;
    }
    for (int i = 0; i < size; i++) {
      if (i != k) {
        double factor = matrix[i][k];
        for (int j = 0; j < size; j++) {
          matrix[i][j] -= factor * matrix[k][j];
        }
        matrix[i][k] = -factor / pivot;
      }
    }
    matrix[k][k] = 1 / pivot;
  }
}
