package io.lychgate.casper;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Base64 as H2O reads and writes it. Writes the URL alphabet without padding; reads both alphabets, rejects {@code =}, and ignores
 * left-over low bits of the last character. The JDK's decoder throws and is stricter.
 */
final class Base64Url {
  private static final byte[] ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
          .getBytes(StandardCharsets.US_ASCII);
  private static final byte[] VALUES = values();

  private Base64Url() {}

  /** Returns the number of bytes that this number of characters decodes to. */
  static int decodedLength(int characters) {
    return characters * 3 / 4;
  }

  /**
   * Decodes {@code text[from, to)}. Returns false if it is not base64.
   *
   * @param bytes receives the result; has room for {@link #decodedLength}
   */
  static boolean decode(CharSequence text, int from, int to, byte[] bytes) {
    if ((to - from & 3) == 1) {
      return false;
    }
    int at = 0;
    int i = from;
    for (; to - i >= 4; i += 4) {
      int bits = value(text, i) << 18
          | value(text, i + 1) << 12
          | value(text, i + 2) << 6
          | value(text, i + 3);
      if (bits < 0) {
        return false;
      }
      bytes[at] = (byte) (bits >>> 16);
      bytes[at + 1] = (byte) (bits >>> 8);
      bytes[at + 2] = (byte) bits;
      at += 3;
    }
    return i == to || decodeRest(text, i, to, bytes, at);
  }

  /** Decodes two or three characters to one or two bytes, and ignores the left-over bits. */
  private static boolean decodeRest(CharSequence text, int from, int to, byte[] bytes, int at) {
    boolean isThree = to - from == 3;
    int bits = value(text, from) << 18
        | value(text, from + 1) << 12
        | (isThree ? value(text, from + 2) << 6 : 0);
    if (bits < 0) {
      return false;
    }
    bytes[at] = (byte) (bits >>> 16);
    if (isThree) {
      bytes[at + 1] = (byte) (bits >>> 8);
    }
    return true;
  }

  /**
   * Returns the six bits of a character. Returns a negative number for an invalid character, which stays negative after the shifts.
   */
  private static int value(CharSequence text, int at) {
    char c = text.charAt(at);
    return c < 128 ? VALUES[c] : -1;
  }

  /**
   * Encodes the first {@code length} bytes as ASCII characters of one byte each.
   *
   * @param into has room for {@link #encodedLength}
   */
  static void encode(byte[] bytes, int length, byte[] into, int offset) {
    int at = offset;
    int i = 0;
    for (; length - i >= 3; i += 3) {
      int bits = (bytes[i] & 0xff) << 16 | (bytes[i + 1] & 0xff) << 8 | (bytes[i + 2] & 0xff);
      into[at] = ALPHABET[bits >>> 18];
      into[at + 1] = ALPHABET[bits >>> 12 & 63];
      into[at + 2] = ALPHABET[bits >>> 6 & 63];
      into[at + 3] = ALPHABET[bits & 63];
      at += 4;
    }
    int bits = 0;
    int width = 0;
    for (; i < length; i++) {
      bits = bits << 8 | (bytes[i] & 0xff);
      width += 8;
    }
    for (; width > 0; width -= 6) {
      into[at++] = ALPHABET[(width >= 6 ? bits >>> (width - 6) : bits << (6 - width)) & 63];
    }
  }

  static int encodedLength(int bytes) {
    return (bytes * 8 + 5) / 6;
  }

  private static byte[] values() {
    byte[] values = new byte[128];
    Arrays.fill(values, (byte) -1);
    for (int i = 0; i < ALPHABET.length; i++) {
      values[ALPHABET[i]] = (byte) i;
    }
    values['+'] = 62;
    values['/'] = 63;
    return values;
  }
}
