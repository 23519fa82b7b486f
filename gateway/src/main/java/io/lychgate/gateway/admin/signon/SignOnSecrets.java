package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.store.KeySeal;
import io.lychgate.gateway.store.Store;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

/** The secrets of the fleet for sign-ins: encrypts texts in the store, and cookies of logins at providers. */
final class SignOnSecrets {
  /** Names in the store. {@link Store#standIn} copies those with this beginning. */
  private static final String FACTORS = "sign-on-factors";

  private static final String COOKIES = "sign-on-cookies";
  private static final String PURPOSE = "lychgate second factors";

  private final SignOnConfig config;

  SignOnSecrets(SignOnConfig config) {
    this.config = config;
  }

  /** Returns the secret that seals cookies of logins. */
  byte[] cookies(Store store) {
    return store.secrets().lasting(COOKIES);
  }

  String seal(Store store, String owner, String text) {
    try {
      return keys(store).seal(owner, text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("seal: failed (expected: AES-GCM of the JDK)", e);
    }
  }

  /** @throws GeneralSecurityException if another key has sealed it */
  String open(Store store, String owner, String sealed) throws GeneralSecurityException {
    return keys(store).open(owner, sealed);
  }

  private KeySeal keys(Store store) {
    Secret own = config.encryptionKey();
    return new KeySeal(
        own == null
            ? store.secrets().lasting(FACTORS)
            : own.reveal().getBytes(StandardCharsets.UTF_8),
        PURPOSE);
  }
}
