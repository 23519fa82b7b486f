package io.lychgate.gateway.listen;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The keys of QUIC that never go over the wire: one for each purpose, all of one secret. Immutable. */
final class QuicKeys {
  private static final String HMAC = "HmacSHA256";
  private static final int SECRET_BYTES = 32;
  private static final int AES_128_BYTES = 16;

  private final SecretKeySpec connectionIds;
  private final SecretKeySpec addressTokens;
  private final SecretKeySpec resetTokens;

  private QuicKeys(byte[] secret) {
    connectionIds = new SecretKeySpec(derive(secret, "connection id"), 0, AES_128_BYTES, "AES");
    addressTokens = new SecretKeySpec(derive(secret, "address token"), HMAC);
    resetTokens = new SecretKeySpec(derive(secret, "reset token"), HMAC);
  }

  /** Keys of this process alone. */
  static QuicKeys random() {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return new QuicKeys(secret);
  }

  /** For AES: hides what a connection id says from everybody but us. */
  SecretKeySpec connectionIds() {
    return connectionIds;
  }

  /** For a new {@link #mac}: signs the tokens of Retry. */
  SecretKeySpec addressTokens() {
    return addressTokens;
  }

  /** For a new {@link #mac}: makes the tokens of stateless resets. */
  SecretKeySpec resetTokens() {
    return resetTokens;
  }

  /** A Mac with that key; not for several threads. */
  static Mac mac(SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(HMAC + ": not in this JDK (expected: in every one)", e);
    }
  }

  /** HKDF-Expand (RFC 5869 section 2.3), of which one block is enough. */
  private static byte[] derive(byte[] secret, String purpose) {
    Mac mac = mac(new SecretKeySpec(secret, HMAC));
    mac.update(("lychgate quic " + purpose).getBytes(StandardCharsets.US_ASCII));
    return mac.doFinal(new byte[] {1});
  }
}
