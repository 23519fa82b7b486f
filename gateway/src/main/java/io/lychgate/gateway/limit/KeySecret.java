package io.lychgate.gateway.limit;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * The secret of the hashes of keys.
 *
 * @param isShared true if other gateways have the same one, so that their keys are comparable
 */
record KeySecret(long low, long high, boolean isShared) {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Returns the secret of a fleet. */
  static KeySecret shared(byte[] secret) {
    ByteBuffer bytes = ByteBuffer.wrap(secret);
    return new KeySecret(bytes.getLong(), bytes.getLong(), true);
  }

  /** Returns a secret of this process. */
  static KeySecret random() {
    return new KeySecret(RANDOM.nextLong(), RANDOM.nextLong(), false);
  }

  @Override
  public String toString() {
    return "KeySecret";
  }
}
