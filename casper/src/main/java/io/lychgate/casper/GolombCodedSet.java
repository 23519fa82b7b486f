package io.lychgate.casper;

/** Encodes sorted keys as Golomb-Rice bits, and decodes them. */
final class GolombCodedSet {
  /*
   * Idea: a set of n keys out of 2^b is n small gaps. With next = 0, each key is written as d = key - next in two parts: floor(d /
   * 2^r) zeros and a one, then the low r bits of d; next = key + 1. Gaps of hashed keys are geometric, for which this is the best
   * prefix code when 2^r is near 0.69 times the mean gap [1].
   *
   * Cost: n * (r + 1) bits plus at most 2^b / 2^r. H2O fixes r = 6, which suits only about 100 keys of 13 bits; one key of 15 bits
   * then takes up to 519 bits. The native format counts the bits for each r that can be best and takes the smallest. The result
   * stays within 2 % of log2 C(2^b, n) from a few dozen keys on.
   *
   * [1] R. F. Rice, "Some Practical Universal Noiseless Coding Techniques", JPL 79-22. [2] H2O, lib/common/golombset.h, for the
   * exact form of the gap code.
   */

  /** The remainder bits of H2O's cookie, for any capacity bits. */
  static final int H2O_REMAINDER_BITS = 6;

  private GolombCodedSet() {}

  /** Appends {@code keys[0, count)}, which are ascending without duplicates. */
  static void encode(int[] keys, int count, int remainderBits, BitWriter out) {
    int next = 0;
    for (int i = 0; i < count; i++) {
      out.writeCode(keys[i] - next, remainderBits);
      next = keys[i] + 1;
    }
  }

  /**
   * Reads keys until the input ends, as H2O does: an incomplete codeword at the end is dropped.
   *
   * @return the number of keys, or -1 if there are more than {@code into} has room for
   */
  static int decodeAll(BitReader in, int remainderBits, int[] into) {
    int count = 0;
    long next = 0;
    while (true) {
      long gap = in.readCode(remainderBits);
      if (gap < 0) {
        return count;
      }
      long key = next + gap;
      if (count == into.length || key > Integer.MAX_VALUE) {
        return -1;
      }
      into[count++] = (int) key;
      next = key + 1;
    }
  }

  /** Reads exactly {@code count} keys below 2^{@code capacityBits}. Returns false if the input holds fewer, or a larger key. */
  static boolean decode(
      BitReader in, int remainderBits, int capacityBits, int[] into, int offset, int count) {
    long next = 0;
    for (int i = offset; i < offset + count; i++) {
      long gap = in.readCode(remainderBits);
      long key = next + gap;
      if (gap < 0 || key >>> capacityBits != 0) {
        return false;
      }
      into[i] = (int) key;
      next = key + 1;
    }
    return true;
  }

  /** Returns the remainder bits with which {@code keys[0, count)} take the fewest bits. */
  static int bestRemainderBits(int[] keys, int count) {
    if (count == 0) {
      return 0;
    }
    int mean = Math.max(1, (keys[count - 1] + 1) / count - 1);
    int guess = 31 - Integer.numberOfLeadingZeros(mean);
    int best = Math.max(0, guess - 2);
    long bestBits = encodedBits(keys, count, best);
    for (int candidate = best + 1; candidate <= Math.min(30, guess + 1); candidate++) {
      long bits = encodedBits(keys, count, candidate);
      if (bits < bestBits) {
        bestBits = bits;
        best = candidate;
      }
    }
    return best;
  }

  /** Returns the length in bits that {@link #encode} would write. */
  static long encodedBits(int[] keys, int count, int remainderBits) {
    if (count == 0) {
      return 0;
    }
    // All gaps together are less than the last key, so their sum fits an int. The loop carries no
    // value from key to key, so the compiler can process several keys at once.
    int zeros = keys[0] >>> remainderBits;
    for (int i = 1; i < count; i++) {
      zeros += (keys[i] - keys[i - 1] - 1) >>> remainderBits;
    }
    return zeros + (long) count * (remainderBits + 1);
  }
}
