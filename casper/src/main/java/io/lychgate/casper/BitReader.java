package io.lychgate.casper;

/** Bits of an octet array, most significant bit first. The end of input is a value ({@code -1}), never an exception. */
final class BitReader {
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
