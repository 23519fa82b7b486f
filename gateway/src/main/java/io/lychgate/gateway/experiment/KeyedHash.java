package io.lychgate.gateway.experiment;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA256 with the secret of the fleet. Without the secret, a client cannot choose its arm, and a number does not reveal its
 * network. Any thread.
 */
final class KeyedHash {
  private static final String ALGORITHM = "HmacSHA256";

  private final Mac prototype;

  KeyedHash(byte[] key) {
    try {
      prototype = Mac.getInstance(ALGORITHM);
      prototype.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("hash: " + ALGORITHM + " (expected: part of each JDK)", e);
    }
  }

  /**
   * Returns the hash of a value for one purpose.
   *
   * @param purpose a text that no other use of the secret has
   */
  ByteBuffer of(String purpose, byte[] value) {
    try {
      Mac mac = (Mac) prototype.clone();
      mac.update(purpose.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      return ByteBuffer.wrap(mac.doFinal(value));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("hash: not cloneable (expected: that of the JDK)", e);
    }
  }
}
