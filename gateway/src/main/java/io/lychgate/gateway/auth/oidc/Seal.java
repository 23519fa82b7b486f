package io.lychgate.gateway.auth.oidc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts what a browser keeps for the gateway (AES-256-GCM). A sealed text opens for the same purpose, provider, client and host only.
 * Thread-safe.
 */
final class Seal {
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final byte VERSION = 1;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;
  private static final int HEAD_BYTES = 1 + SealKeys.NAME_BYTES + NONCE_BYTES;
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private final SealKeys keys;
  private final SecureRandom random;
  private final String binding;

  /**
   * @param purpose kind of the content, so that one does not pass for another
   * @param client identifies provider and client
   */
  Seal(SealKeys keys, SecureRandom random, String purpose, String client) {
    this.keys = keys;
    this.random = random;
    this.binding = purpose + '\n' + client + '\n';
  }

  /** Returns the content as text of the alphabet of base64url. */
  String close(String host, byte[] content) {
    SealKeys.Key key = keys.current();
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, host);
      ByteBuffer sealed = ByteBuffer.allocate(HEAD_BYTES + content.length + TAG_BYTES)
          .put(VERSION)
          .put(key.name())
          .put(nonce);
      cipher.doFinal(ByteBuffer.wrap(content), sealed);
      return ENCODER.encodeToString(sealed.array());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("seal: failed (expected: AES-GCM of the JDK)", e);
    }
  }

  /** Returns the content; null if the text was not sealed for this host, or has changed, or its key is too old. */
  byte @Nullable [] open(String host, String text) {
    byte[] sealed;
    try {
      sealed = DECODER.decode(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
    if (sealed.length < HEAD_BYTES + TAG_BYTES || sealed[0] != VERSION) {
      return null;
    }
    byte[] name = new byte[SealKeys.NAME_BYTES];
    byte[] nonce = new byte[NONCE_BYTES];
    ByteBuffer source = ByteBuffer.wrap(sealed, 1, sealed.length - 1).get(name).get(nonce);
    SealKeys.Key key = keys.named(name);
    if (key == null) {
      return null;
    }
    try {
      byte[] content = new byte[source.remaining() - TAG_BYTES];
      cipher(Cipher.DECRYPT_MODE, key, nonce, host).doFinal(source, ByteBuffer.wrap(content));
      return content;
    } catch (GeneralSecurityException e) {
      return null;
    }
  }

  private Cipher cipher(int mode, SealKeys.Key key, byte[] nonce, String host)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key.secret(), new GCMParameterSpec(8 * TAG_BYTES, nonce));
    cipher.updateAAD((binding + host).getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
