package io.lychgate.gateway.experiment.analysis;

/**
 * A bound of the error of a difference of quantiles, for values that are rounded.
 *
 * <p>Browsers round some metrics, for example interactions to 8 ms. Then quantiles jump from step to step, and neither draws nor
 * neighbouring quantiles show their error. The share of the values below the common quantile does not jump: its difference is tested
 * instead (the median test of Mood, Annals of Mathematical Statistics 25, 1954, by units).
 */
final class Ties {
  /** A step at the quantile matters if its share is above this part of the error of a share. */
  private static final double MATTERS = 0.5;

  /** A test statistic that is closer to 0 is taken as this, so that the error stays finite. */
  private static final double LEAST_Z = 0.01;

  /** Values that are equal to the quantile count half. */
  private static final double EQUAL = 0.5;

  private Ties() {}

  /** Returns the least standard error of the difference; 0 if ties do not matter. */
  static double leastError(Distribution control, Distribution arm, double quantile) {
    double ofControl = control.quantile(quantile);
    double ofArm = arm.quantile(quantile);
    if (!(Math.abs(ofArm - ofControl) > 0) || Math.min(control.units(), arm.units()) < 2) {
      return 0;
    }
    // The test is at the lower one: the two sides lie on both sides of the step between them.
    double at = Math.min(ofControl, ofArm);
    Estimate ofControlBelow = control.rank(at, EQUAL);
    Estimate ofArmBelow = arm.rank(at, EQUAL);
    double error = ofArmBelow.errorOfDifference(ofControlBelow);
    double step = Math.max(control.shareAt(ofControl), arm.shareAt(ofArm));
    if (step <= MATTERS * error) {
      return 0;
    }
    double z = Math.abs(ofArmBelow.value() - ofControlBelow.value()) / error;
    return Math.abs(ofArm - ofControl) / Math.max(z, LEAST_Z);
  }
}
