package io.lychgate.gateway.auth.oidc;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The keys that seal cookies: those of the fleet, which change every period, and one of this process, which is in use until the store
 * gives the others. Thread-safe.
 */
final class SealKeys {
  private static final int SECRET_BYTES = 32;

  /** Bytes of the name of a key in sealed texts. A collision only costs a login. */
  static final int NAME_BYTES = 4;

  private final Key own;

  /** The first one seals, all of them open. */
  private volatile List<Key> keys;

  /** @param name a part of a hash of the secret */
  @SuppressWarnings("ArrayRecordComponent") // Written once, and compared by content.
  record Key(byte[] name, SecretKey secret) {}

  SealKeys(SecureRandom random) {
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    own = key(secret);
    keys = List.of(own);
  }

  /** Uses these secrets from now on: the first one seals, all of them open. */
  void use(List<byte[]> secrets) {
    List<Key> next = new ArrayList<>();
    secrets.forEach(secret -> next.add(key(secret)));
    next.add(own);
    keys = List.copyOf(next);
  }

  Key current() {
    return keys.get(0);
  }

  /** Returns the key with this name; null if there is none. */
  @Nullable
  Key named(byte[] name) {
    for (Key key : keys) {
      if (Arrays.equals(key.name(), name)) {
        return key;
      }
    }
    return null;
  }

  private static Key key(byte[] secret) {
    return new Key(
        Arrays.copyOf(derived(secret, "lychgate oidc name"), NAME_BYTES),
        new SecretKeySpec(derived(secret, "lychgate oidc key"), "AES"));
  }

  /** RFC 5869 section 2.3: one block of HKDF-Expand, as the secret is random already. */
  private static byte[] derived(byte[] secret, String purpose) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
      mac.update((byte) 1);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HmacSHA256: missing (expected: in each JDK)", e);
    }
  }
}
