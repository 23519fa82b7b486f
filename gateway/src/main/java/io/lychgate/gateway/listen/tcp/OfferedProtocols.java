package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.listen.tls.AlpnChallenges;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The protocols that a client offers by ALPN (RFC 7301 section 3.1), read from its ClientHello. */
final class OfferedProtocols {
  private static final int ALPN = 16;

  /** Bytes of version and random before the session id (RFC 8446 section 4.1.2). */
  private static final int HEAD = 2 + 32;

  private OfferedProtocols() {}

  /**
   * Returns true if the only protocol is that of a challenge of ACME (RFC 8737 section 3). A malformed ClientHello has none; the TLS
   * library rejects it.
   *
   * @param hello the ClientHello without the header of its handshake message
   */
  static boolean isChallenge(ByteBuf hello) {
    int at = hello.readerIndex() + HEAD;
    int end = hello.writerIndex();
    at = after(hello, at, end, 1);
    at = after(hello, at, end, 2);
    at = after(hello, at, end, 1);
    if (at < 0 || at + 2 > end) {
      return false;
    }
    int extensions = Math.min(end, at + 2 + hello.getUnsignedShort(at));
    at += 2;
    while (at + 4 <= extensions) {
      int type = hello.getUnsignedShort(at);
      int length = hello.getUnsignedShort(at + 2);
      if (type == ALPN) {
        return at + 4 + length <= extensions && isChallenge(hello, at + 4, length);
      }
      at += 4 + length;
    }
    return false;
  }

  /** Returns the index after a vector whose length has some bytes; negative if it exceeds the message. */
  private static int after(ByteBuf hello, int at, int end, int lengthBytes) {
    if (at < 0 || at + lengthBytes > end) {
      return -1;
    }
    int length = lengthBytes == 1 ? hello.getUnsignedByte(at) : hello.getUnsignedShort(at);
    int next = at + lengthBytes + length;
    return next > end ? -1 : next;
  }

  private static boolean isChallenge(ByteBuf hello, int at, int length) {
    String wanted = AlpnChallenges.PROTOCOL;
    return length == 2 + 1 + wanted.length()
        && hello.getUnsignedShort(at) == 1 + wanted.length()
        && hello.getUnsignedByte(at + 2) == wanted.length()
        && hello.toString(at + 3, wanted.length(), StandardCharsets.US_ASCII).equals(wanted);
  }
}
