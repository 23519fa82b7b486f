package io.lychgate.casper;

import java.util.Arrays;

/** Octets filled from the high end, bit by bit: the mirror of {@link BitReader}. The last octet is padded with zeros. */
final class BitWriter {
  private byte[] octets;
  private int position;

  BitWriter(int expectedBits) {
    octets = new byte[Math.max(8, (expectedBits + 7) / 8)];
  }

  /** {@code zeros} zero bits and a one bit. */
  void writeUnary(int zeros) {
    reserve(zeros + 1);
    position += zeros;
    octets[position >> 3] |= (byte) (0x80 >>> (position & 7));
    position++;
  }

  /** The low {@code count} (0 to 30) bits of {@code value}, high bit first. */
  void writeBits(int value, int count) {
    reserve(count);
    int missing = count;
    while (missing > 0) {
      int room = 8 - (position & 7);
      int taken = Math.min(room, missing);
      int part = (value >>> (missing - taken)) & ((1 << taken) - 1);
      octets[position >> 3] |= (byte) (part << (room - taken));
      position += taken;
      missing -= taken;
    }
  }

  void clear() {
    Arrays.fill(octets, 0, length(), (byte) 0);
    position = 0;
  }

  int bits() {
    return position;
  }

  /** Octets in use, the padded last one included. */
  int length() {
    return (position + 7) >> 3;
  }

  /** The buffer itself; only the first {@link #length()} octets count. */
  byte[] octets() {
    return octets;
  }

  private void reserve(int count) {
    int needed = (position + count + 7) >> 3;
    if (needed > octets.length) {
      octets = Arrays.copyOf(octets, Math.max(needed, octets.length * 2));
    }
  }
}
