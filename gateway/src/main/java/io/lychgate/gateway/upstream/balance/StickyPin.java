package io.lychgate.gateway.upstream.balance;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The value of a sticky cookie: the tag of a server, which says nothing about it, and its signature of 128 bits. As text it has 32
 * characters of base64url.
 */
public record StickyPin(long tag, long high, long low) {
  private static final int CHARACTERS = 32;
  private static final int BITS = 6;
  private static final byte[] SEXTETS = sextets();

  private static byte[] sextets() {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    byte[] sextets = new byte[128];
    Arrays.fill(sextets, (byte) -1);
    for (int i = 0; i < alphabet.length(); i++) {
      sextets[alphabet.charAt(i)] = (byte) i;
    }
    return sextets;
  }

  /** Returns the pin of a cookie's value; null if the value has another form. */
  static @Nullable StickyPin parse(CharSequence value) {
    if (value.length() != CHARACTERS) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.allocate(CHARACTERS * BITS / Byte.SIZE);
    for (int i = 0; i < CHARACTERS; i += 4) {
      int group = 0;
      for (int k = i; k < i + 4; k++) {
        char c = value.charAt(k);
        int sextet = c < SEXTETS.length ? SEXTETS[c] : -1;
        if (sextet < 0) {
          return null;
        }
        group = (group << BITS) | sextet;
      }
      bytes.put((byte) (group >> 16)).putShort((short) group);
    }
    bytes.flip();
    return new StickyPin(bytes.getLong(), bytes.getLong(), bytes.getLong());
  }

  /** Compares in constant time, because the time would tell how much of a guessed signature is right. */
  boolean hasSignatureOf(StickyPin other) {
    return ((high ^ other.high) | (low ^ other.low)) == 0;
  }

  /** Returns the value of the cookie. */
  @Override
  public String toString() {
    byte[] bytes = ByteBuffer.allocate(3 * Long.BYTES)
        .putLong(tag)
        .putLong(high)
        .putLong(low)
        .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
