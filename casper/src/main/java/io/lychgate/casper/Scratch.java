package io.lychgate.casper;

import java.util.Arrays;

/**
 * Reusable buffers for reading and writing cookies, so that a page allocates only what it keeps. Each use overwrites the content of
 * the last one.
 */
final class Scratch {
  private byte[] bytes = new byte[256];
  private int[] keys = new int[256];
  private final BitWriter bits = new BitWriter(2048);

  /** Returns at least this number of bytes; the previous content is lost. */
  byte[] bytes(int length) {
    if (length > bytes.length) {
      bytes = new byte[Math.max(length, 2 * bytes.length)];
    }
    return bytes;
  }

  /** Returns room for this number of keys; the existing keys stay. */
  int[] keys(int count) {
    if (count > keys.length) {
      keys = Arrays.copyOf(keys, Math.max(count, 2 * keys.length));
    }
    return keys;
  }

  /** Returns the writer, emptied. */
  BitWriter bits() {
    bits.clear();
    return bits;
  }
}
