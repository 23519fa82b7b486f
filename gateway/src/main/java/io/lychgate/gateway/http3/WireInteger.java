package io.lychgate.gateway.http3;

import io.netty.buffer.ByteBuf;

/** A variable-length integer (RFC 9000 section 16) that comes octet by octet. */
final class WireInteger {
  private long value;
  private int missing;

  /** Takes the next octet; true when it was the last one, and the next begins another integer. */
  boolean take(byte octet) {
    if (missing == 0) {
      missing = (1 << ((octet & 0xc0) >> 6)) - 1;
      value = octet & 0x3f;
    } else {
      missing--;
      value = (value << 8) | (octet & 0xff);
    }
    return missing == 0;
  }

  /** Whether octets of it have come, but not all. */
  boolean isBegun() {
    return missing != 0;
  }

  long value() {
    return value;
  }

  /** Writes one in as few octets as it takes. */
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
