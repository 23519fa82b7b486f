package io.lychgate.gateway.push.format;

import io.lychgate.gateway.push.Asset;

/**
 * Weights of RFC 7540 (1 to 256, more is sooner), with which the formats of its time order files, in urgencies of RFC 9218.
 * Eight steps over the range, so that an urgency comes back as itself.
 */
final class Weight {
  static final int MAX = 256;

  /** RFC 7540 5.3.5: what a stream has that says nothing. */
  static final int DEFAULT = 16;

  private static final int LEAST_URGENT = 7;

  private Weight() {}

  static int of(int urgency) {
    return urgency == Asset.NO_URGENCY ? DEFAULT : MAX - urgency * 36;
  }

  /** {@link Asset#NO_URGENCY} for the default. */
  static int urgency(int weight) {
    if (weight == DEFAULT) {
      return Asset.NO_URGENCY;
    }
    int bounded = Math.max(1, Math.min(MAX, weight));
    return Math.min(LEAST_URGENT, Math.round((MAX - bounded) / 36f));
  }
}
