package io.lychgate.casper;

import java.util.Arrays;

/**
 * Base64 as H2O reads and writes it: the URL alphabet without padding is written, both alphabets are read, {@code =} is
 * refused, and left-over low bits of the last character are ignored. The JDK's decoder throws and is stricter.
 */
final class Base64Url {
  private static final char[] ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".toCharArray();
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
    int bits = 0;
    int width = 0;
    int at = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      int value = c < 128 ? VALUES[c] : -1;
      if (value < 0) {
        return false;
      }
      bits = (bits << 6) | value;
      width += 6;
      if (width >= 8) {
        width -= 8;
        octets[at++] = (byte) (bits >>> width);
      }
    }
    return true;
  }

  /** Appends the characters of the first {@code length} octets. */
  static void encode(byte[] octets, int length, StringBuilder into) {
    int bits = 0;
    int width = 0;
    for (int i = 0; i < length; i++) {
      bits = (bits << 8) | (octets[i] & 0xff);
      width += 8;
      while (width >= 6) {
        width -= 6;
        into.append(ALPHABET[(bits >>> width) & 63]);
      }
    }
    if (width > 0) {
      into.append(ALPHABET[(bits << (6 - width)) & 63]);
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
