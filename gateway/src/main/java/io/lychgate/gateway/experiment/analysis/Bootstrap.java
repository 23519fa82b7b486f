package io.lychgate.gateway.experiment.analysis;

import java.util.List;

/**
 * The Poisson bootstrap over client networks: in each draw, a network with all of its units and their views has a weight from the Poisson
 * distribution with mean 1, in all arms
 * (Hanley and MacGibbon 2006; Chamandy et al., "Estimating uncertainty for massive data streams", Google 2012).
 *
 * <p>The weights are functions of network and draw, see {@link HashedDraws}.
 */
final class Bootstrap {
  static final int DRAWS = 2_000;

  private final int draws;

  Bootstrap(int draws) {
    this.draws = draws;
  }

  /**
   * Draws all distributions of an arm together.
   *
   * @param quantiles those of each distribution, rising
   * @return by distribution, by statistic (the mean, then the quantiles), by draw
   */
  double[][][] draw(
      List<Sample.Unit> units, List<Distribution> distributions, List<double[]> quantiles) {
    double[][][] drawn = new double[distributions.size()][][];
    double[][] results = new double[distributions.size()][];
    for (int i = 0; i < drawn.length; i++) {
      int statistics = 1 + quantiles.get(i).length;
      drawn[i] = new double[statistics][draws];
      results[i] = new double[statistics];
    }
    long[] networks = units.stream().mapToLong(unit -> unit.network.mixed).toArray();
    byte[] times = new byte[networks.length];
    for (int draw = 0; draw < draws; draw++) {
      for (int unit = 0; unit < times.length; unit++) {
        times[unit] = HashedDraws.poisson(networks[unit], draw);
      }
      for (int i = 0; i < drawn.length; i++) {
        distributions.get(i).draw(times, quantiles.get(i), results[i]);
        for (int statistic = 0; statistic < results[i].length; statistic++) {
          drawn[i][statistic][draw] = results[i][statistic];
        }
      }
    }
    return drawn;
  }

  /** Returns the standard error of the difference of two arms, or of the logarithm of their ratio; NaN if many draws have none. */
  static double error(double[] control, double[] arm, boolean ofRatio) {
    double mean = 0;
    double squares = 0;
    int finite = 0;
    for (int draw = 0; draw < control.length; draw++) {
      double each = ofRatio ? Math.log(arm[draw] / control[draw]) : arm[draw] - control[draw];
      if (Double.isFinite(each)) {
        finite++;
        // Welford's update: the difference may be small beside both values.
        double step = each - mean;
        mean += step / finite;
        squares += step * (each - mean);
      }
    }
    return finite < 0.95 * control.length ? Double.NaN : Math.sqrt(squares / (finite - 1));
  }
}
