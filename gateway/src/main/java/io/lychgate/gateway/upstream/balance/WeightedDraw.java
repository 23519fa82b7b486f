package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.KeyHash;

/**
 * Draws an index with a probability in proportion to its weight, in constant time: Vose's alias method [1]. Each of n columns holds one
 * index and a threshold; above it, the column's alias is drawn.
 *
 * <p>[1] Vose: A linear algorithm for generating random numbers with a given distribution, IEEE TSE 17(9), 1991.
 */
final class WeightedDraw {
  private static final double FULL = 0x1p32;

  /** The probability of the column's own index, times 2^32. */
  private final long[] thresholds;

  private final int[] aliases;

  WeightedDraw(double[] weights) {
    int size = weights.length;
    double total = 0;
    for (double weight : weights) {
      total += weight;
    }
    double[] parts = new double[size];
    int[] small = new int[size];
    int[] large = new int[size];
    int smalls = 0;
    int larges = 0;
    for (int i = 0; i < size; i++) {
      parts[i] = weights[i] * size / total;
      if (parts[i] < 1) {
        small[smalls++] = i;
      } else {
        large[larges++] = i;
      }
    }
    thresholds = new long[size];
    aliases = new int[size];
    while (smalls > 0 && larges > 0) {
      int less = small[--smalls];
      int more = large[--larges];
      thresholds[less] = (long) (parts[less] * FULL);
      aliases[less] = more;
      parts[more] -= 1 - parts[less];
      if (parts[more] < 1) {
        small[smalls++] = more;
      } else {
        large[larges++] = more;
      }
    }
    // The rest is 1 but for rounding.
    while (larges > 0) {
      thresholds[large[--larges]] = (long) FULL;
    }
    while (smalls > 0) {
      thresholds[small[--smalls]] = (long) FULL;
    }
  }

  /** @param random 64 random bits */
  int draw(long random) {
    int column = KeyHash.scale((int) (random >>> 32), thresholds.length);
    return (random & 0xffff_ffffL) < thresholds[column] ? column : aliases[column];
  }
}
