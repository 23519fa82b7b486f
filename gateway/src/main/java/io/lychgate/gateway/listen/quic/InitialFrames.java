package io.lychgate.gateway.listen.quic;

import io.netty.buffer.ByteBuf;

/** Parses the frames allowed in Initial packets (RFC 9000 section 17.2.2), as far as needed. */
final class InitialFrames {
  private static final int PADDING = 0x00;
  private static final int PING = 0x01;
  private static final int ACK = 0x02;
  private static final int ACK_ECN = 0x03;
  private static final int CRYPTO = 0x06;

  private InitialFrames() {}

  static boolean isPadding(ByteBuf bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if (bytes.getByte(at) != PADDING) {
        return false;
      }
    }
    return true;
  }

  /** Returns true if an ACK frame precedes any truncated or forbidden frame. quiche itself reports forbidden frames. */
  static boolean hasAck(ByteBuf bytes, int from, int to) {
    int at = from;
    while (at >= 0 && at < to) {
      int type = bytes.getByte(at++);
      if (type == ACK || type == ACK_ECN) {
        return true;
      }
      if (type == CRYPTO) {
        at = endOfCrypto(bytes, at, to);
      } else if (type != PADDING && type != PING) {
        return false;
      }
    }
    return false;
  }

  /** Returns the end of a CRYPTO frame (section 19.6: offset, length, data); -1 if it is truncated. */
  private static int endOfCrypto(ByteBuf bytes, int start, int to) {
    if (CoalescedPackets.number(bytes, start) < 0) {
      return -1;
    }
    int at = start + CoalescedPackets.numberLength(bytes, start);
    long length = CoalescedPackets.number(bytes, at);
    return length < 0 || length > to - at
        ? -1
        : at + CoalescedPackets.numberLength(bytes, at) + (int) length;
  }
}
