package io.lychgate.casper;

import java.util.Arrays;

/** Octets filled from the high end, bit by bit: the mirror of {@link BitReader}. The last octet is padded with zeros. */
final class BitWriter {
  private static final int MOST_AT_ONCE = 30;

  private byte[] octets;
  private int length;

  /** Bits that do not fill an octet yet are the low {@code width} ones. */
  private long pending;

  private int width;

  BitWriter(int expectedBits) {
    octets = new byte[Math.max(8, (expectedBits + 7) / 8)];
  }

  /** {@code zeros} zero bits and a one bit. */
  void writeUnary(int zeros) {
    int missing = zeros;
    while (missing >= MOST_AT_ONCE) {
      writeBits(0, MOST_AT_ONCE);
      missing -= MOST_AT_ONCE;
    }
    writeBits(1, missing + 1);
  }

  /** The low {@code count} (0 to 30) bits of {@code value}, high bit first. */
  void writeBits(int value, int count) {
    pending = (pending << count) | (value & ((1L << count) - 1));
    width += count;
    if (octets.length - length < 8) {
      octets = Arrays.copyOf(octets, octets.length * 2);
    }
    while (width >= 8) {
      width -= 8;
      octets[length++] = (byte) (pending >>> width);
    }
  }

  void clear() {
    length = 0;
    pending = 0;
    width = 0;
  }

  int bits() {
    return length * 8 + width;
  }

  /** Octets in use, the padded last one included. */
  int length() {
    return width == 0 ? length : length + 1;
  }

  /** The buffer itself; only the first {@link #length()} octets count. */
  byte[] octets() {
    if (width > 0) {
      octets[length] = (byte) (pending << (8 - width));
    }
    return octets;
  }
}
