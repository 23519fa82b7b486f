package io.lychgate.casper;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Base64 as H2O reads and writes it: the URL alphabet without padding is written, both alphabets are read, {@code =} is
 * refused, and left-over low bits of the last character are ignored. The JDK's decoder throws and is stricter.
 */
final class Base64Url {
  private static final byte[] ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
          .getBytes(StandardCharsets.US_ASCII);
  private static final byte[] VALUES = values();

  private Base64Url() {}

  /** How many octets so many characters are. */
  static int decodedLength(int characters) {
    return characters * 3 / 4;
  }

  /**
   * Writes the octets of {@code text[from, to)}; false if it is not base64.
   *
   * @param octets room for {@link #decodedLength}
   */
  static boolean decode(CharSequence text, int from, int to, byte[] octets) {
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
      octets[at] = (byte) (bits >>> 16);
      octets[at + 1] = (byte) (bits >>> 8);
      octets[at + 2] = (byte) bits;
      at += 3;
    }
    return i == to || decodeRest(text, i, to, octets, at);
  }

  /** Two or three characters: one octet or two, and bits that are left over. */
  private static boolean decodeRest(CharSequence text, int from, int to, byte[] octets, int at) {
    boolean isThree = to - from == 3;
    int bits = value(text, from) << 18
        | value(text, from + 1) << 12
        | (isThree ? value(text, from + 2) << 6 : 0);
    if (bits < 0) {
      return false;
    }
    octets[at] = (byte) (bits >>> 16);
    if (isThree) {
      octets[at + 1] = (byte) (bits >>> 8);
    }
    return true;
  }

  /** The six bits that a character stands for; negative, however it is shifted here, if it stands for none. */
  private static int value(CharSequence text, int at) {
    char c = text.charAt(at);
    return c < 128 ? VALUES[c] : -1;
  }

  /**
   * Writes the characters of the first {@code length} octets, of which each is one octet again.
   *
   * @param into room for {@link #encodedLength}
   */
  static void encode(byte[] octets, int length, byte[] into, int offset) {
    int at = offset;
    int i = 0;
    for (; length - i >= 3; i += 3) {
      int bits = (octets[i] & 0xff) << 16 | (octets[i + 1] & 0xff) << 8 | (octets[i + 2] & 0xff);
      into[at] = ALPHABET[bits >>> 18];
      into[at + 1] = ALPHABET[bits >>> 12 & 63];
      into[at + 2] = ALPHABET[bits >>> 6 & 63];
      into[at + 3] = ALPHABET[bits & 63];
      at += 4;
    }
    int bits = 0;
    int width = 0;
    for (; i < length; i++) {
      bits = bits << 8 | (octets[i] & 0xff);
      width += 8;
    }
    for (; width > 0; width -= 6) {
      into[at++] = ALPHABET[(width >= 6 ? bits >>> (width - 6) : bits << (6 - width)) & 63];
    }
  }

  static int encodedLength(int octets) {
    return (octets * 8 + 5) / 6;
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
