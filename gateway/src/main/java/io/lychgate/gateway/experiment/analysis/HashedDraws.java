package io.lychgate.gateway.experiment.analysis;

import io.lychgate.gateway.message.KeyHash;
import java.nio.charset.StandardCharsets;

/**
 * Random numbers that are a function of experiment, client network and draw, so that a result can be recomputed from an export in any language.
 *
 * <p>The mixer is that of SplitMix64 ({@link KeyHash#mix}), the seed is FNV-1a of the id of the experiment.
 */
final class HashedDraws {
  /** 2^53 times the distribution function of Poisson(1) at 0, 1, 2, … A draw of 8 or more has the probability 1e-6 and counts as 8. */
  private static final long[] POISSON = poisson();

  /** The upper bits of a number by which {@link #LEAST} is looked up. */
  private static final int LOOKED_UP = 12;

  /** The weight of the least number with these upper bits. It is that of all others, too, except of those around a bound. */
  private static final byte[] LEAST = least();

  private HashedDraws() {}

  static long seed(String experiment) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : experiment.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
    }
    return hash;
  }

  /** Returns the weight of a network in a draw of the Poisson bootstrap. */
  static byte poisson(long mixedNetwork, int draw) {
    long uniform = KeyHash.mix(mixedNetwork + KeyHash.GOLDEN * (draw + 1)) >>> 11;
    return from(LEAST[(int) (uniform >>> (53 - LOOKED_UP))], uniform);
  }

  /** Returns the weight for a number of 53 bits, which is at least this. */
  private static byte from(byte least, long uniform) {
    byte times = least;
    while (times < POISSON.length && uniform >= POISSON[times]) {
      times++;
    }
    return times;
  }

  private static byte[] least() {
    byte[] least = new byte[1 << LOOKED_UP];
    for (int upper = 0; upper < least.length; upper++) {
      least[upper] = from((byte) 0, (long) upper << (53 - LOOKED_UP));
    }
    return least;
  }

  private static long[] poisson() {
    long[] bounds = new long[8];
    double term = Math.exp(-1);
    double sum = 0;
    for (int times = 0; times < bounds.length; times++) {
      term /= Math.max(1, times);
      sum += term;
      bounds[times] = (long) (sum * (1L << 53));
    }
    return bounds;
  }
}
