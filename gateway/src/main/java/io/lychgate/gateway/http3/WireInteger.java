package io.lychgate.gateway.http3;

import io.netty.buffer.ByteBuf;

/** A variable-length integer (RFC 9000 section 16) that arrives byte by byte. */
final class WireInteger {
  private long value;
  private int missing;

  /** Takes the next byte. Returns true for the last one; the next byte begins another integer. */
  boolean take(byte next) {
    if (missing == 0) {
      missing = (1 << ((next & 0xc0) >> 6)) - 1;
      value = next & 0x3f;
    } else {
      missing--;
      value = (value << 8) | (next & 0xff);
    }
    return missing == 0;
  }

  /** Returns true if some but not all bytes of the integer have arrived. */
  boolean isBegun() {
    return missing != 0;
  }

  long value() {
    return value;
  }

  /** Writes an integer in as few bytes as possible. */
  static void write(ByteBuf out, long value) {
    if (value < 1L << 6) {
      out.writeByte((int) value);
    } else if (value < 1L << 14) {
      out.writeShort((int) value | 0x4000);
    } else if (value < 1L << 30) {
      out.writeInt((int) value | 0x8000_0000);
    } else {
      out.writeLong(value | 0xc000_0000_0000_0000L);
    }
  }
}
