package io.lychgate.gateway.experiment.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A number of one arm with its standard error, as a sum of the parts of client networks (linearization, Binder, International
 * Statistical Review 51, 1983). Two arms may have visitors of the same networks, and then their errors are not independent.
 *
 * @param networks the networks of the arm
 * @param parts the part of each of them, with the correction for few networks
 * @param sharesNetworks false if each unit is a network of its own
 */
@SuppressWarnings("ArrayRecordComponent") // An intermediate value: never compared or kept.
record Estimate(
    double value, List<Sample.Network> networks, double[] parts, boolean sharesNetworks) {

  /** Returns the standard error; NaN with one network. */
  double error() {
    double sum = 0;
    for (double part : parts) {
      sum += part * part;
    }
    return Math.sqrt(sum);
  }

  /** Returns the standard error of the difference to another arm. */
  double errorOfDifference(Estimate other) {
    return errorOfDifference(other, 1, 1);
  }

  /** Returns the standard error of the logarithm of the ratio to another arm: the relative errors of both add up (delta method). */
  double errorOfRatio(Estimate other) {
    return errorOfDifference(other, value, other.value);
  }

  private double errorOfDifference(Estimate other, double scale, double scaleOfOther) {
    double apart = Math.hypot(error() / scale, other.error() / scaleOfOther);
    double together = covariance(other) / (scale * scaleOfOther);
    return together == 0 ? apart : Math.sqrt(Math.max(0, apart * apart - 2 * together));
  }

  private double covariance(Estimate other) {
    if (!sharesNetworks || !other.sharesNetworks) {
      return 0;
    }
    Map<Sample.Network, Double> partsOfOther = new HashMap<>();
    for (int i = 0; i < other.parts.length; i++) {
      partsOfOther.put(other.networks.get(i), other.parts[i]);
    }
    double sum = 0;
    for (int i = 0; i < parts.length; i++) {
      sum += parts[i] * partsOfOther.getOrDefault(networks.get(i), 0.0);
    }
    return sum;
  }
}
