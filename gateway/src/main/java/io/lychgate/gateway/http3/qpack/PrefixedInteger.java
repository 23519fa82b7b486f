package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;

/** Integers that begin within a byte (RFC 9204 section 4.1.1, RFC 7541 section 5.1). */
final class PrefixedInteger {
  /** Result of {@link #read} if bytes are missing. */
  static final long INCOMPLETE = -1;

  /** Shift of the ninth byte of seven bits: RFC 9204 section 4.1.1 requires 62 bits. */
  private static final int MAX_SHIFT = 56;

  private PrefixedInteger() {}

  /** Reads an integer. If it is incomplete, the reader index afterwards is undefined. */
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
      byte next = in.readByte();
      value += (long) (next & 0x7f) << shift;
      if (value < 0 || (shift == MAX_SHIFT && next < 0)) {
        throw new Malformed("integer of more than 62 bits");
      }
      if (next >= 0) {
        return value;
      }
    }
    return INCOMPLETE;
  }

  /** Reads like {@link #read}, but treats an incomplete integer as malformed. */
  static long readWhole(ByteBuf in, int prefixBits) throws Malformed {
    long value = read(in, prefixBits);
    if (value == INCOMPLETE) {
      throw new Malformed("integer without its end");
    }
    return value;
  }

  /** Writes an integer below the bits of a pattern. */
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
