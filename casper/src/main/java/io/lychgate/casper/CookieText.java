package io.lychgate.casper;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A reusable buffer for the text of one cookie. ASCII, so a byte is a character. */
final class CookieText {
  private byte[] characters = new byte[512];
  private int length;

  void clear() {
    length = 0;
  }

  CookieText append(String ascii) {
    ensureRoom(ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      characters[length + i] = (byte) ascii.charAt(i);
    }
    length += ascii.length();
    return this;
  }

  /** Appends the first {@code count} bytes as base64. */
  void appendBase64(byte[] bytes, int count) {
    int encoded = Base64Url.encodedLength(count);
    ensureRoom(encoded);
    Base64Url.encode(bytes, count, characters, length);
    length += encoded;
  }

  @Override
  public String toString() {
    return new String(characters, 0, length, StandardCharsets.ISO_8859_1);
  }

  private void ensureRoom(int more) {
    if (more > characters.length - length) {
      characters = Arrays.copyOf(characters, Math.max(length + more, 2 * characters.length));
    }
  }
}
