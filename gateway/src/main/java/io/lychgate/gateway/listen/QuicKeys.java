package io.lychgate.gateway.listen;

import javax.crypto.spec.SecretKeySpec;

/** The keys of QUIC that never go over the wire: one for each purpose, all of one secret. Immutable. */
final class QuicKeys {
  private static final int AES_128_BYTES = 16;

  private final SecretKeySpec connectionIds;
  private final SecretKeySpec addressTokens;
  private final SecretKeySpec resetTokens;

  QuicKeys(byte[] secret) {
    connectionIds =
        new SecretKeySpec(Hkdf.expand(secret, "quic connection id", AES_128_BYTES), "AES");
    addressTokens = Hkdf.macKey(secret, "quic address token");
    resetTokens = Hkdf.macKey(secret, "quic reset token");
  }

  /** For AES: hides what a connection id says from everybody but us. */
  SecretKeySpec connectionIds() {
    return connectionIds;
  }

  /** For {@link Hkdf#mac}: signs the tokens of Retry. */
  SecretKeySpec addressTokens() {
    return addressTokens;
  }

  /** For {@link Hkdf#mac}: makes the tokens of stateless resets. */
  SecretKeySpec resetTokens() {
    return resetTokens;
  }
}
