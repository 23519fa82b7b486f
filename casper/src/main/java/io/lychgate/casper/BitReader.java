package io.lychgate.casper;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bits of an octet array, most significant bit first. The end of input is a value ({@code -1}), never an exception. */
final class BitReader {
  private static final VarHandle OCTETS_AS_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Bits that a load of eight octets gives at any position: the first octet may be used up but for one bit. */
  private static final int SURE_BITS = 57;

  private final byte[] octets;
  private final int bits;
  private int position;

  BitReader(byte[] octets, int length) {
    this.octets = octets;
    this.bits = length * 8;
  }

  int remaining() {
    return bits - position;
  }

  /** The number of zero bits before the next one bit, which is consumed; -1 if the input ends first. */
  int readUnary() {
    int zeros = 0;
    while (position < bits) {
      int rest = 8 - (position & 7);
      int tail = octets[position >> 3] & ((1 << rest) - 1);
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
   * A Golomb-Rice codeword: {@code zeros} zero bits, a one bit and {@code remainderBits} (0 to 30) more, as the number {@code
   * zeros * 2^remainderBits + remainder}; -1 if the input ends first.
   */
  long readCode(int remainderBits) {
    int at = position >> 3;
    if (at + Long.BYTES <= octets.length) {
      long window = (long) OCTETS_AS_LONG.get(octets, at) << (position & 7);
      int zeros = Long.numberOfLeadingZeros(window);
      int length = zeros + 1 + remainderBits;
      if (length <= SURE_BITS && length <= bits - position) {
        position += length;
        // The one bit is cut off by the shift; two of them, as a shift by 64 would be one by 0.
        long low = window << zeros << 1 >>> 1 >>> (Long.SIZE - 1 - remainderBits);
        return ((long) zeros << remainderBits) + low;
      }
    }
    int zeros = readUnary();
    int low = zeros < 0 ? -1 : readBits(remainderBits);
    return low < 0 ? -1 : ((long) zeros << remainderBits) + low;
  }

  /** The next {@code count} (0 to 30) bits as a number; -1, with nothing consumed, if there are not so many. */
  int readBits(int count) {
    if (count > remaining()) {
      return -1;
    }
    int value = 0;
    int missing = count;
    while (missing > 0) {
      int rest = 8 - (position & 7);
      int taken = Math.min(rest, missing);
      int tail = octets[position >> 3] & ((1 << rest) - 1);
      value = (value << taken) | (tail >>> (rest - taken));
      position += taken;
      missing -= taken;
    }
    return value;
  }
}
