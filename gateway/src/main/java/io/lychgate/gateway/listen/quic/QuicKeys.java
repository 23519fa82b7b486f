package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.listen.tls.Hkdf;
import javax.crypto.spec.SecretKeySpec;

/** The QUIC keys that are never transmitted: one for each purpose, all derived from one secret. Immutable. */
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

  /** Returns the AES key that hides the content of connection ids from all others. */
  SecretKeySpec connectionIds() {
    return connectionIds;
  }

  /** Returns the key that signs the tokens of Retry, for {@link Hkdf#mac}. */
  SecretKeySpec addressTokens() {
    return addressTokens;
  }

  /** Returns the key that makes the tokens of stateless resets, for {@link Hkdf#mac}. */
  SecretKeySpec resetTokens() {
    return resetTokens;
  }
}
