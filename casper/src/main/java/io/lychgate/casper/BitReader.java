package io.lychgate.casper;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads bits of a byte array, most significant bit first. Returns {@code -1} at the end of input and never throws. */
final class BitReader {
  private static final VarHandle BYTES_AS_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Bits that a load of eight bytes provides at any position; up to seven bits of the first byte are already consumed. */
  private static final int SURE_BITS = 57;

  private final byte[] bytes;
  private final int bits;
  private int position;

  BitReader(byte[] bytes, int length) {
    this.bytes = bytes;
    this.bits = length * 8;
  }

  int remaining() {
    return bits - position;
  }

  /** Returns the number of zero bits before the next one bit, and consumes them all; -1 if the input ends first. */
  int readUnary() {
    int zeros = 0;
    while (position < bits) {
      int rest = 8 - (position & 7);
      int tail = bytes[position >> 3] & ((1 << rest) - 1);
      if (tail == 0) {
        zeros += rest;
        position += rest;
      } else {
        int leading = Integer.numberOfLeadingZeros(tail) - (32 - rest);
        position += leading + 1;
        return zeros + leading;
      }
    }
    return -1;
  }

  /**
   * Reads a Golomb-Rice codeword: {@code zeros} zero bits, a one bit and {@code remainderBits} (0 to 30) more. Returns {@code zeros
   * * 2^remainderBits + remainder}, or -1 if the input ends first.
   */
  long readCode(int remainderBits) {
    int at = position >> 3;
    if (at + Long.BYTES <= bytes.length) {
      long window = (long) BYTES_AS_LONG.get(bytes, at) << (position & 7);
      int zeros = Long.numberOfLeadingZeros(window);
      int length = zeros + 1 + remainderBits;
      if (length <= SURE_BITS && length <= bits - position) {
        position += length;
        // The shift left cuts off the one bit. The two shifts right cannot be one: with no
        // remainder bits it would shift by 64, which Java treats as 0.
        long low = window << zeros << 1 >>> 1 >>> (Long.SIZE - 1 - remainderBits);
        return ((long) zeros << remainderBits) + low;
      }
    }
    int zeros = readUnary();
    int low = zeros < 0 ? -1 : readBits(remainderBits);
    return low < 0 ? -1 : ((long) zeros << remainderBits) + low;
  }

  /** Returns the next {@code count} (0 to 30) bits as a number. If fewer are left, returns -1 and consumes nothing. */
  int readBits(int count) {
    if (count > remaining()) {
      return -1;
    }
    int value = 0;
    int missing = count;
    while (missing > 0) {
      int rest = 8 - (position & 7);
      int taken = Math.min(rest, missing);
      int tail = bytes[position >> 3] & ((1 << rest) - 1);
      value = (value << taken) | (tail >>> (rest - taken));
      position += taken;
      missing -= taken;
    }
    return value;
  }
}
