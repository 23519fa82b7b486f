package io.lychgate.casper;

import java.util.Arrays;

/**
 * Buffers for reading and writing one cookie after the other, so that a page costs no more garbage than what stays of it. What
 * is in them is of no meaning to the next use.
 */
final class Scratch {
  private byte[] octets = new byte[256];
  private int[] keys = new int[256];
  private final BitWriter bits = new BitWriter(2048);

  /** At least so many octets; what was in them before is there no longer. */
  byte[] octets(int length) {
    if (length > octets.length) {
      octets = new byte[Math.max(length, 2 * octets.length)];
    }
    return octets;
  }

  /** Room for so many keys; those that are there stay. */
  int[] keys(int count) {
    if (count > keys.length) {
      keys = Arrays.copyOf(keys, Math.max(count, 2 * keys.length));
    }
    return keys;
  }

  /** Empty. */
  BitWriter bits() {
    bits.clear();
    return bits;
  }
}
