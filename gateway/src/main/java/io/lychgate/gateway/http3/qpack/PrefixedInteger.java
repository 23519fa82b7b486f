package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;

/** Integers that begin within an octet (RFC 9204 section 4.1.1, RFC 7541 section 5.1). */
final class PrefixedInteger {
  /** What {@link #read} gives when octets are missing. */
  static final long INCOMPLETE = -1;

  /** Of the ninth octet of seven bits: RFC 9204 section 4.1.1 asks for 62 bits. */
  private static final int MAX_SHIFT = 56;

  private PrefixedInteger() {}

  /** Reads one; when it is incomplete, where the reader stands afterwards means nothing. */
  static long read(ByteBuf in, int prefixBits) throws Malformed {
    if (!in.isReadable()) {
      return INCOMPLETE;
    }
    int max = (1 << prefixBits) - 1;
    long value = in.readByte() & max;
    if (value < max) {
      return value;
    }
    for (int shift = 0; in.isReadable(); shift += 7) {
      byte octet = in.readByte();
      value += (long) (octet & 0x7f) << shift;
      if (value < 0 || (shift == MAX_SHIFT && octet < 0)) {
        throw new Malformed("integer of more than 62 bits");
      }
      if (octet >= 0) {
        return value;
      }
    }
    return INCOMPLETE;
  }

  /** As {@link #read}, where nothing comes after what is there. */
  static long readWhole(ByteBuf in, int prefixBits) throws Malformed {
    long value = read(in, prefixBits);
    if (value == INCOMPLETE) {
      throw new Malformed("integer without its end");
    }
    return value;
  }

  /** Writes one below the bits of a pattern. */
  static void write(ByteBuf out, int pattern, int prefixBits, long value) {
    int max = (1 << prefixBits) - 1;
    if (value < max) {
      out.writeByte((int) (pattern | value));
      return;
    }
    out.writeByte(pattern | max);
    long rest = value - max;
    while (rest >= 0x80) {
      out.writeByte((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }
}
