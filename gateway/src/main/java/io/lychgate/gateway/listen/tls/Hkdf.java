package io.lychgate.gateway.listen.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Derives keys for several purposes from one secret: HKDF-Expand with SHA-256 (RFC 5869 section 2.3). */
public final class Hkdf {
  private static final String HMAC = "HmacSHA256";
  private static final int BLOCK_BYTES = 32;

  private Hkdf() {}

  public static byte[] expand(byte[] secret, String purpose, int length) {
    Mac mac = mac(new SecretKeySpec(secret, HMAC));
    byte[] info = ("lychgate " + purpose).getBytes(StandardCharsets.UTF_8);
    byte[] blocks = new byte[0];
    byte[] last = new byte[0];
    for (int number = 1; blocks.length < length; number++) {
      mac.update(last);
      mac.update(info);
      last = mac.doFinal(new byte[] {(byte) number});
      blocks = Arrays.copyOf(blocks, blocks.length + BLOCK_BYTES);
      System.arraycopy(last, 0, blocks, blocks.length - BLOCK_BYTES, BLOCK_BYTES);
    }
    return Arrays.copyOf(blocks, length);
  }

  /** Returns a key for {@link #mac}. */
  public static SecretKeySpec macKey(byte[] secret, String purpose) {
    return new SecretKeySpec(expand(secret, purpose, BLOCK_BYTES), HMAC);
  }

  /** Returns an HMAC-SHA-256 with this key; not thread-safe. */
  public static Mac mac(SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(HMAC + ": not in this JDK (expected: in every one)", e);
    }
  }
}
