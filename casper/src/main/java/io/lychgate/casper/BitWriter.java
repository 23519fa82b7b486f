package io.lychgate.casper;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Writes bits into bytes, most significant bit first; the counterpart of {@link BitReader}. The last byte is padded with zeros. */
final class BitWriter {
  private static final int MOST_AT_ONCE = 30;
  private static final VarHandle BYTES_AS_INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes;
  private int length;

  /** Bits not yet in {@code bytes}: the low {@code width} bits, fewer than 32. */
  private long pending;

  private int width;

  BitWriter(int expectedBits) {
    bytes = new byte[Math.max(8, (expectedBits + 7) / 8)];
  }

  /** Writes a Golomb-Rice codeword, as {@link BitReader#readCode} reads it; {@code remainderBits} is 0 to 30. */
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

  /** Writes {@code zeros} zero bits and a one bit. */
  void writeUnary(int zeros) {
    int missing = zeros;
    while (missing >= MOST_AT_ONCE) {
      writeBits(0, MOST_AT_ONCE);
      missing -= MOST_AT_ONCE;
    }
    writeBits(1, missing + 1);
  }

  /** Writes the low {@code count} (0 to 30) bits of {@code value}, high bit first. */
  void writeBits(int value, int count) {
    pending = (pending << count) | (value & ((1L << count) - 1));
    width += count;
    if (bytes.length - length < 8) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    if (width >= Integer.SIZE) {
      width -= Integer.SIZE;
      BYTES_AS_INT.set(bytes, length, (int) (pending >>> width));
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

  /** Returns the number of bytes in use, the padded last one included. */
  int length() {
    return length + (width + 7) / 8;
  }

  /** Returns the buffer itself; only the first {@link #length()} bytes are valid. */
  byte[] bytes() {
    if (width > 0) {
      // There is room: a write leaves eight bytes free, minus the four that it may have stored.
      BYTES_AS_INT.set(bytes, length, (int) (pending << (Integer.SIZE - width)));
    }
    return bytes;
  }
}
