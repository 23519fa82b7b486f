package io.lychgate.gateway.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Encrypts private keys and other secrets for the store (AES-256-GCM), with a secret that all gateways of the store have. Thread-safe. */
public final class KeySeal {
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final SecretKeySpec key;
  private final SecureRandom random = new SecureRandom();

  /** @param purpose kind of the texts: those of one cannot be opened as those of another */
  public KeySeal(byte[] secret, String purpose) {
    key = FleetKeys.key(secret, purpose, "AES");
  }

  /** @param owner the row that has the text: it cannot be opened as that of another one */
  public String seal(String owner, String text) throws GeneralSecurityException {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    Cipher cipher = cipher(Cipher.ENCRYPT_MODE, owner, nonce);
    byte[] sealed = cipher.doFinal(text.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder()
        .encodeToString(ByteBuffer.allocate(nonce.length + sealed.length)
            .put(nonce)
            .put(sealed)
            .array());
  }

  /** Returns the text. The exception has a reason if another secret has sealed it, or for another owner. */
  public String open(String owner, String sealed) throws GeneralSecurityException {
    try {
      byte[] all = Base64.getDecoder().decode(sealed);
      if (all.length < NONCE_BYTES) {
        throw new GeneralSecurityException("sealed key: " + all.length + " bytes");
      }
      byte[] nonce = new byte[NONCE_BYTES];
      System.arraycopy(all, 0, nonce, 0, NONCE_BYTES);
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, owner, nonce);
      return new String(
          cipher.doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException("sealed key: not base64", e);
    }
  }

  private Cipher cipher(int mode, String owner, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
