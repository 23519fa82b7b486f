package io.lychgate.gateway.store;

import at.favre.lib.hkdf.HKDF;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys of one purpose that all gateways of a store have: made of its secrets, which change every period. Until the store gives them,
 * the key of this process alone is in use; it stays valid afterwards. Thread-safe.
 */
public final class FleetKeys {
  private static final int KEY_BYTES = 32;

  private final String purpose;
  private final String algorithm;
  private final SecretKeySpec own;

  private volatile List<SecretKeySpec> keys;

  /**
   * @param purpose the secrets have other uses, so each purpose has keys of its own
   * @param algorithm the algorithm of the keys, such as {@code AES}
   * @param random makes the key of this process
   */
  public FleetKeys(String purpose, String algorithm, SecureRandom random) {
    this.purpose = purpose;
    this.algorithm = algorithm;
    byte[] secret = new byte[KEY_BYTES];
    random.nextBytes(secret);
    own = key(secret, purpose, algorithm);
    keys = List.of(own);
  }

  /** Uses these secrets from now on: new texts get the key of the first one. */
  public void use(List<byte[]> secrets) {
    List<SecretKeySpec> next = new ArrayList<>(secrets.size() + 1);
    secrets.forEach(secret -> next.add(key(secret, purpose, algorithm)));
    next.add(own);
    keys = List.copyOf(next);
  }

  /** Returns the key for new texts. */
  public SecretKeySpec current() {
    return keys.get(0);
  }

  /** Returns the keys with which a text may have been made. */
  public List<SecretKeySpec> all() {
    return keys;
  }

  /** RFC 5869. */
  static SecretKeySpec key(byte[] secret, String purpose, String algorithm) {
    byte[] info = purpose.getBytes(StandardCharsets.US_ASCII);
    return new SecretKeySpec(
        HKDF.fromHmacSha256().extractAndExpand(new byte[0], secret, info, KEY_BYTES), algorithm);
  }
}
