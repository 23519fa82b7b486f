package io.lychgate.jmh;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * Port of H2O's casper.c and golombset.h to Java with the same algorithm, for comparison only. It has a list of keys, searched
 * from its start; SHA-1 of each path; and the set encoded bit by bit each time, with parameter 6.
 */
final class H2oPort {
  private static final int FIXED_BITS = 6;

  private final int capacityBits;
  private int[] keys = new int[64];
  private int size;

  H2oPort(int capacityBits) {
    this.capacityBits = capacityBits;
  }

  void consume(String cookie) {
    byte[] bytes =
        Base64.getUrlDecoder().decode(cookie.substring(cookie.indexOf('=') + 1).trim());
    int bit = 0;
    int end = bytes.length * 8;
    int next = 0;
    while (bit < end) {
      int high = 0;
      while (bit < end && (bytes[bit >> 3] & (0x80 >> (bit & 7))) == 0) {
        high++;
        bit++;
      }
      bit++;
      if (bit + FIXED_BITS > end) {
        return;
      }
      int low = 0;
      for (int i = 0; i < FIXED_BITS; i++, bit++) {
        low = (low << 1) | ((bytes[bit >> 3] >> (7 - (bit & 7))) & 1);
      }
      next += (high << FIXED_BITS) + low;
      insert(size, next);
      next++;
    }
  }

  boolean lookup(String path, boolean set) {
    int key = key(path);
    int at = 0;
    while (at < size && keys[at] < key) {
      at++;
    }
    if (at < size && keys[at] == key) {
      return true;
    }
    if (set) {
      insert(at, key);
    }
    return false;
  }

  String cookie() {
    byte[] bytes = new byte[(size * (FIXED_BITS + 1) + (1 << capacityBits >> FIXED_BITS)) / 8 + 1];
    int bit = 0;
    int next = 0;
    for (int i = 0; i < size; i++) {
      int gap = keys[i] - next;
      bit += gap >> FIXED_BITS;
      bytes[bit >> 3] |= (byte) (0x80 >> (bit & 7));
      bit++;
      for (int j = FIXED_BITS - 1; j >= 0; j--, bit++) {
        if ((gap >> j & 1) != 0) {
          bytes[bit >> 3] |= (byte) (0x80 >> (bit & 7));
        }
      }
      next = keys[i] + 1;
    }
    return "h2o_casper="
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(Arrays.copyOf(bytes, (bit + 7) / 8));
  }

  private int key(String path) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(path.getBytes(StandardCharsets.UTF_8));
      int word =
          (digest[0] & 0xff) | (digest[1] & 0xff) << 8 | (digest[2] & 0xff) << 16 | digest[3] << 24;
      return word & ((1 << capacityBits) - 1);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void insert(int at, int key) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
    }
    System.arraycopy(keys, at, keys, at + 1, size - at);
    keys[at] = key;
    size++;
  }
}
