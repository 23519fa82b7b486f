package io.lychgate.casper;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Octets filled from the high end, bit by bit: the mirror of {@link BitReader}. The last octet is padded with zeros. */
final class BitWriter {
  private static final int MOST_AT_ONCE = 30;
  private static final VarHandle OCTETS_AS_INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private byte[] octets;
  private int length;

  /** Bits that are not in {@code octets} yet are the low {@code width}, less than 32. */
  private long pending;

  private int width;

  BitWriter(int expectedBits) {
    octets = new byte[Math.max(8, (expectedBits + 7) / 8)];
  }

  /** A Golomb-Rice codeword, as {@link BitReader#readCode} reads it; {@code remainderBits} is 0 to 30. */
  void writeCode(int value, int remainderBits) {
    int zeros = value >>> remainderBits;
    if (zeros < MOST_AT_ONCE - remainderBits) {
      int remainder = value & ((1 << remainderBits) - 1);
      writeBits((1 << remainderBits) | remainder, zeros + 1 + remainderBits);
    } else {
      writeUnary(zeros);
      writeBits(value, remainderBits);
    }
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
    if (width >= Integer.SIZE) {
      width -= Integer.SIZE;
      OCTETS_AS_INT.set(octets, length, (int) (pending >>> width));
      length += Integer.BYTES;
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
    return length + (width + 7) / 8;
  }

  /** The buffer itself; only the first {@link #length()} octets count. */
  byte[] octets() {
    if (width > 0) {
      // There is room: a write leaves eight octets free, less the four that it may have stored.
      OCTETS_AS_INT.set(octets, length, (int) (pending << (Integer.SIZE - width)));
    }
    return octets;
  }
}
